# Tests of the scripts and of the installation.
set(doors_work ${CMAKE_CURRENT_BINARY_DIR}/doors)
foreach(door check includes setup waymark)
  add_test(NAME doors.${door}
    COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/doors/${door}_test.sh ${PROJECT_SOURCE_DIR} ${doors_work}/${door})
  set_tests_properties(doors.${door} PROPERTIES LABELS doors)
endforeach()
if(WAYMARK_INSTALL)
  add_test(NAME install.consumer COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/install/test.sh
    ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/consumer ${PROJECT_VERSION})
  set_tests_properties(install.consumer PROPERTIES LABELS install COST 95)  # among the longest: not the last to start
endif()
