# Tests of the program as its users see it.
add_test(NAME apps.program
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/program_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.program PROPERTIES LABELS apps)
add_test(NAME apps.databases
  COMMAND python3 ${CMAKE_CURRENT_SOURCE_DIR}/apps/databases_test.py $<TARGET_FILE:waymark_program> ${PROJECT_SOURCE_DIR})
set_tests_properties(apps.databases PROPERTIES LABELS apps)
