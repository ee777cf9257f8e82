# Tests of the program as its users see it. They take longest, so they start first (COST).
add_test(NAME apps.program
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/program_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.program PROPERTIES LABELS apps COST 90)
add_test(NAME apps.databases
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/databases_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.databases PROPERTIES LABELS apps COST 80)
add_test(NAME apps.lab
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/lab_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.lab PROPERTIES LABELS apps COST 100)

# Pages as a browser shows them. Skipped where there is none.
add_executable(report_sample apps/report_sample.cpp)
target_include_directories(report_sample PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(report_sample PRIVATE waymark_lab waymark_warnings fmt::fmt)
add_test(NAME apps.page
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/page_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR}
          $<TARGET_FILE:report_sample>)
set_tests_properties(apps.page PROPERTIES LABELS apps SKIP_RETURN_CODE 77)

# What README.md and docs/ say.
add_test(NAME apps.docs
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/docs_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.docs PROPERTIES LABELS apps COST 60 SKIP_RETURN_CODE 77)
