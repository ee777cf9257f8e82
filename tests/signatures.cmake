# The golden signatures as other compilers find them: the library, the builders and two files of the lab.
add_executable(waymark_signatures EXCLUDE_FROM_ALL tests/signatures_main.cpp lab/run/signature.cpp lab/run/small_databases.cpp)
target_include_directories(waymark_signatures PRIVATE tests . src)
target_link_libraries(waymark_signatures PRIVATE waymark waymark_offline waymark_warnings)
