// What --json prints.
#pragma once

#include <nlohmann/json.hpp>

#include "command.hpp"

namespace waymark::program {

inline void print_json(const nlohmann::ordered_json& value) {
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;  // names of files may be no UTF-8
  print(value.dump(2, ' ', false, kReplace) + "\n");
}

}  // namespace waymark::program
