// The folder that a run of the lab writes into: what of it the lab wrote, so that nothing else is ever overwritten, and
// a lock, so that no two runs write there at once.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace waymark::program {

class LabFolder {
 public:
  // A new folder, or one that is there. Fails as bad usage if another run writes into it at this moment.
  static LabFolder open(const std::filesystem::path& path);
  LabFolder(const LabFolder&) = delete;
  LabFolder& operator=(const LabFolder&) = delete;
  LabFolder(LabFolder&& other) noexcept;
  LabFolder& operator=(LabFolder&&) = delete;
  ~LabFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] bool has(const std::string& name) const;

  // Fails as bad usage if there is a file of this name that the lab did not write.
  void check(const std::string& name) const;
  // Takes the name for the lab's own, before anything is written to it. Checks it first.
  void claim(const std::string& name);
  // Claims the name and writes the file.
  void write(const std::string& name, const std::string& bytes);
  // If it is there and the lab's own; nothing else is deleted.
  void remove(const std::string& name);
  // What earlier runs left that this one did not claim. After the last file was written.
  void remove_others();

 private:
  LabFolder(std::filesystem::path path, int descriptor);
  void save() const;

  std::filesystem::path path_;
  int descriptor_;               // holds the lock
  std::set<std::string> known_;  // files the lab wrote, of this run or before
  std::set<std::string> claimed_;
};

}  // namespace waymark::program
