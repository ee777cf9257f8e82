#include "waymark/base/result.hpp"

namespace waymark {

std::string Error::to_string() const {
  std::string text;
  if (!file.empty()) {
    text += file;
    if (line > 0) text += ":" + std::to_string(line);
    text += ": ";
  }
  if (byte >= 0) text += "byte " + std::to_string(byte) + ": ";
  return text + message;
}

}  // namespace waymark
