# Style and script of the pages become part of the lab, so that a page needs no file beside it. Included by
# CMakeLists.txt; run as a script (-P, with FOLDER and OUTPUT) it writes the source.
if(CMAKE_SCRIPT_MODE_FILE)
  set(functions)
  foreach(kind IN ITEMS style:css script:js)
    string(REGEX REPLACE "(.*):(.*)" "\\1;\\2" kind ${kind})
    list(POP_FRONT kind name extension)
    file(READ ${FOLDER}/page.${extension} text)
    # Some compilers take no more as one literal.
    string(LENGTH "${text}" length)
    if(length GREATER 60000 OR text MATCHES "\\)bundle\"")
      message(FATAL_ERROR "page.${extension} does not fit a literal")
    endif()
    string(APPEND functions "std::string_view page_${name}() { return R\"bundle(${text})bundle\"; }\n")
  endforeach()
  file(WRITE ${OUTPUT} "// Written by bundle_page.cmake.
#include \"lab/view/page_files.hpp\"

namespace waymark {

${functions}
}  // namespace waymark
")
  return()
endif()

set(page_folder ${CMAKE_CURRENT_LIST_DIR})
set(page_source ${CMAKE_CURRENT_BINARY_DIR}/page_files.cpp)
add_custom_command(OUTPUT ${page_source}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${page_folder} -DOUTPUT=${page_source} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${page_folder}/page.css ${page_folder}/page.js ${CMAKE_CURRENT_LIST_FILE}
  VERBATIM)
target_sources(waymark_lab_pages PRIVATE ${page_source})
