// The one place the version is written. CMake, the program and packages read it from here.
#pragma once

#define WAYMARK_VERSION_MAJOR 0
#define WAYMARK_VERSION_MINOR 1
#define WAYMARK_VERSION_PATCH 0
#define WAYMARK_VERSION "0.1.0"
