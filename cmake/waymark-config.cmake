# What a static library uses inside is linked by whoever links it.
include(CMakeFindDependencyMacro)
if(@WAYMARK_IS_STATIC@ AND @WAYMARK_PNG@)
  find_dependency(PNG)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/waymark-targets.cmake)

# The builders, where they were built.
file(GLOB waymark_offline_library ${CMAKE_CURRENT_LIST_DIR}/../../*waymark_offline.*)
if(waymark_offline_library)
  if(@WAYMARK_IS_STATIC@)
    find_dependency(Threads)
    if("@MPI_CXX_FOUND@")
      find_dependency(MPI COMPONENTS CXX)
    endif()
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/waymark_offline-targets.cmake)
endif()
