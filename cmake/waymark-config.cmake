# The libraries are static: what they use inside is linked by whoever links them.
include(CMakeFindDependencyMacro)
find_dependency(PNG)
include(${CMAKE_CURRENT_LIST_DIR}/waymark-runtime.cmake)

if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/waymark-offline.cmake)
  find_dependency(Threads)
  find_dependency(TBB)
  if(@MPI_CXX_FOUND@)
    find_dependency(MPI COMPONENTS CXX)
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/waymark-offline.cmake)
endif()
