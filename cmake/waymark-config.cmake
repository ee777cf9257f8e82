# The libraries are static: what they use inside is linked by whoever links them.
include(CMakeFindDependencyMacro)
find_dependency(PNG)
include(${CMAKE_CURRENT_LIST_DIR}/waymark-runtime.cmake)

if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/waymark-offline.cmake)
  find_dependency(Threads)
  include(${CMAKE_CURRENT_LIST_DIR}/waymark-offline.cmake)
endif()
