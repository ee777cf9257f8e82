# Tests of the program as its users see it. They take longest, so they start first (COST).
# A test for each class of the file, so that they run side by side; classes are read from the file, so none is forgotten.
function(waymark_apps_tests name file cost)
  set(path ${CMAKE_CURRENT_SOURCE_DIR}/apps/${file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(STRINGS ${path} lines REGEX "^class [A-Za-z]+\\(")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^class ([A-Za-z]+).*" "\\1" class "${line}")
    add_test(NAME apps.${name}.${class}
      COMMAND python3 ${path} $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR} ${class})
    set_tests_properties(apps.${name}.${class} PROPERTIES LABELS apps COST ${cost})
  endforeach()
endfunction()
waymark_apps_tests(program program_test.py 90)
waymark_apps_tests(databases databases_test.py 80)
# One process: its classes share the runs of the experiments.
add_test(NAME apps.lab
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/lab_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.lab PROPERTIES LABELS apps COST 100)

# Pages as a browser shows them. Skipped where there is none.
add_executable(report_sample apps/report_sample.cpp)
target_compile_options(report_sample PRIVATE ${waymark_seldom_run})
target_include_directories(report_sample PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(report_sample PRIVATE waymark_lab_bench waymark_lab waymark_warnings fmt::fmt)
add_test(NAME apps.page
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/page_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR}
          $<TARGET_FILE:report_sample>)
set_tests_properties(apps.page PROPERTIES LABELS apps COST 95 SKIP_RETURN_CODE 77)

# What README.md and docs/ say.
add_test(NAME apps.docs
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/docs_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.docs PROPERTIES LABELS apps COST 60 SKIP_RETURN_CODE 77)
