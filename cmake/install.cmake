# `find_package(waymark)` gives waymark::waymark and, where it was built, waymark::offline. What was not built is left
# out (OPTIONAL): `cmake --build build --target waymark && cmake --install build` installs the library alone.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/waymark)

function(waymark_install_library target room_list)
  foreach(room IN LISTS room_list)
    install(DIRECTORY include/waymark/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/waymark OPTIONAL)
  endforeach()
  install(TARGETS ${target} EXPORT ${target}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  install(EXPORT ${target} NAMESPACE waymark:: FILE ${target}-targets.cmake DESTINATION ${package_dir})
endfunction()

waymark_install_library(waymark "${runtime_rooms}")
if(TARGET waymark_offline)
  set_target_properties(waymark_offline PROPERTIES EXPORT_NAME offline)
  waymark_install_library(waymark_offline offline)
endif()

# What a static library uses inside is linked by whoever links it; a shared one has it already.
get_target_property(kind waymark TYPE)
set(WAYMARK_IS_STATIC OFF)
if(kind STREQUAL STATIC_LIBRARY)
  set(WAYMARK_IS_STATIC ON)
endif()
configure_file(cmake/waymark-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/waymark-config.cmake @ONLY)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/waymark-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)  # before 1.0 a new minor version may break
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/waymark-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/waymark-config-version.cmake
  DESTINATION ${package_dir})

# Files that the program writes about itself, `waymark man` and `waymark completion SHELL`, made when it is built.
function(waymark_install_made_by_program file destination)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/made/${file})
  add_custom_command(OUTPUT ${made} COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/made
    COMMAND waymark_program ${ARGN} > ${made} VERBATIM)
  add_custom_target(waymark_made_${file} ALL DEPENDS ${made})
  install(FILES ${made} DESTINATION ${destination} OPTIONAL)
endfunction()
if(TARGET waymark_program)
  waymark_install_made_by_program(waymark.1 ${CMAKE_INSTALL_MANDIR}/man1 man)
  waymark_install_made_by_program(waymark.bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions completion bash)
  waymark_install_made_by_program(_waymark ${CMAKE_INSTALL_DATADIR}/zsh/site-functions completion zsh)
  waymark_install_made_by_program(waymark.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d completion fish)
endif()
