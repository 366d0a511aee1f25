# The warnings that every target of the project is built with, and the sanitizers when they are asked for.
add_library(muster_options INTERFACE)
target_include_directories(muster_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(muster_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # At -O2 and above g++ 12 reports overlapping copies inside std::string that cannot happen
    # (GCC bug 105651).
    target_compile_options(muster_options INTERFACE -Wno-restrict)
endif()
if(MUSTER_WARNINGS_AS_ERRORS)
    target_compile_options(muster_options INTERFACE -Werror)
endif()
if(MUSTER_SANITIZE)
    target_compile_options(muster_options INTERFACE -fsanitize=address,undefined
                           -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(muster_options INTERFACE -fsanitize=address,undefined)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # With the checks built in, g++ 12 takes parts of the standard library for uninitialized.
        target_compile_options(muster_options INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
if(MUSTER_FUZZ)
    target_compile_options(muster_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
