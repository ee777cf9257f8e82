# Flags and commit, which every result row of the lab names. After a commit the build configures itself again.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" WAYMARK_FLAGS)
set(WAYMARK_COMMIT "unknown")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${PROJECT_SOURCE_DIR} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(WAYMARK_COMMIT ${commit})
  endif()
  set(log ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
  if(EXISTS ${log})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
  endif()
endif()
set_source_files_properties(lab/experiments/build_facts.cpp PROPERTIES
  COMPILE_DEFINITIONS "WAYMARK_FLAGS=\"${WAYMARK_FLAGS}\";WAYMARK_COMMIT=\"${WAYMARK_COMMIT}\"")
