// Where a command writes: a file, a device, or standard output. All that can be known beforehand is refused before any
// work is done, above all a file that the command reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "waymark/io/png_file.hpp"
#include "waymark/io/terrain.hpp"
#include "waymark/space/grid.hpp"

namespace waymark::program {

class Output {
 public:
  // `option` is what named it, for messages. `path` may be "-", standard output; so may inputs, standard input; empty
  // inputs are passed over.
  Output(std::string_view option, std::string path, const std::vector<std::string>& inputs);

  // A file, there already or not: others can lie beside it.
  [[nodiscard]] bool is_plain() const { return kind_ == Kind::kPlain; }
  // "-", or a name of what standard output is.
  [[nodiscard]] bool is_standard() const { return kind_ == Kind::kStandard; }

  void write(std::string_view bytes) const;
  void write(const Image& picture) const;
  // By the end of its name: .png is a picture, anything else a MovingAI map.
  void write(const Terrain& terrain) const;
  void write(const Grid& grid) const;

  // "FILE: TEXT" on standard output once FILE is written. Not where it might end up in the data, nor with --quiet.
  void tell(std::string_view text) const;

 private:
  enum class Kind { kPlain, kDevice, kStandard };

  std::string path_;
  Kind kind_ = Kind::kPlain;
};

}  // namespace waymark::program
