// Style and script of every page: page.css and page.js, which the build makes part of the program (bundle_page.cmake).
#pragma once

#include <string_view>

namespace waymark {

std::string_view page_style();
std::string_view page_script();

}  // namespace waymark
