# `find_package(waymark)` gives waymark::waymark and, where it was built, waymark::offline.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/waymark)

foreach(room IN LISTS runtime_rooms)
  install(DIRECTORY include/waymark/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/waymark OPTIONAL)
endforeach()
install(TARGETS waymark EXPORT waymark ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT waymark NAMESPACE waymark:: FILE waymark-runtime.cmake DESTINATION ${package_dir})

if(TARGET waymark_offline)
  set_target_properties(waymark_offline PROPERTIES EXPORT_NAME offline)
  install(DIRECTORY include/waymark/offline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/waymark OPTIONAL)
  install(TARGETS waymark_offline EXPORT waymark_offline ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT waymark_offline NAMESPACE waymark:: FILE waymark-offline.cmake DESTINATION ${package_dir})
endif()

configure_file(cmake/waymark-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/waymark-config.cmake @ONLY)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/waymark-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)  # before 1.0 a new minor version may break
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/waymark-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/waymark-config-version.cmake
  DESTINATION ${package_dir})
