// In place of png_reader.cpp and png_writer.cpp where the library is built without PNG.
#include "waymark/io/png_file.hpp"

namespace waymark {
namespace {

Error no_png(const std::string& name) {
  return {ErrorCode::kUnsupported, "this library was built without PNG (see WAYMARK_PNG)", name};
}

}  // namespace

Result<Terrain> read_png(const std::string& path) { return no_png(path); }
Result<Terrain> parse_png(std::string_view, const std::string& name) { return no_png(name); }
Result<Done> write_png(const std::string& path, const Terrain&) { return no_png(path); }
Result<Done> write_png(const std::string& path, const Image&) { return no_png(path); }
std::string encode_png(const Terrain&) { return {}; }
std::string encode_png(const Image&) { return {}; }

}  // namespace waymark
