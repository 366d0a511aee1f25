# muster_generate(<target> SPEC <file> [TESTS]) makes the C++ of a spec a part of a project.
#
# <target> is an interface library: what links it can include "NAME.hpp", where NAME is the name of
# the protocol, and gets the headers that generated machines stand on. The header is generated anew
# when the spec, or a spec that it imports, has changed. With TESTS there is also a program
# <target>_test, which runs the `test` blocks of the spec on the generated machines; each of them is
# registered with ctest. That takes GoogleTest.

include_guard(GLOBAL)

# The name of the protocol that a spec declares; nothing if it declares none.
function(_muster_protocol_name spec result)
    file(STRINGS "${spec}" declarations REGEX "^protocol[ \t]+[A-Za-z_]" LIMIT_COUNT 1)
    string(REGEX REPLACE "^protocol[ \t]+([A-Za-z_0-9]+).*" "\\1" name "${declarations}")
    set(${result} "${name}" PARENT_SCOPE)
endfunction()

# The spec and every spec that it imports.
function(_muster_spec_files spec result)
    set(files)
    set(waiting "${spec}")
    while(waiting)
        list(POP_FRONT waiting file)
        if("${file}" IN_LIST files OR NOT EXISTS "${file}")
            continue()
        endif()
        list(APPEND files "${file}")
        cmake_path(GET file PARENT_PATH folder)
        file(STRINGS "${file}" imports REGEX "^import[ \t]+\"")
        foreach(import IN LISTS imports)
            string(REGEX REPLACE "^import[ \t]+\"([^\"]*)\".*" "\\1" imported "${import}")
            cmake_path(ABSOLUTE_PATH imported BASE_DIRECTORY "${folder}" NORMALIZE)
            list(APPEND waiting "${imported}")
        endforeach()
    endwhile()
    set(${result} "${files}" PARENT_SCOPE)
endfunction()

function(muster_generate target)
    cmake_parse_arguments(PARSE_ARGV 1 MUSTER "TESTS" "SPEC" "")
    if(NOT MUSTER_SPEC OR MUSTER_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "muster_generate(<target> SPEC <file> [TESTS])")
    endif()
    cmake_path(ABSOLUTE_PATH MUSTER_SPEC BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE
               OUTPUT_VARIABLE spec)
    if(NOT EXISTS "${spec}")
        message(FATAL_ERROR "muster_generate: there is no file ${spec}")
    endif()
    _muster_protocol_name("${spec}" name)
    if(NOT name)
        message(FATAL_ERROR "muster_generate: ${spec} has no line `protocol NAME`")
    endif()
    _muster_spec_files("${spec}" spec_files)
    # The name of the protocol and the imports are read when the project is configured.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${spec_files})

    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}")
    set(outputs "${folder}/${name}.hpp")
    set(options)
    if(MUSTER_TESTS)
        list(APPEND outputs "${folder}/${name}_test.cpp")
        list(APPEND options --tests)
    endif()
    # The program leaves a file alone that holds the right text already, so that nothing is compiled
    # again when only a comment or a property of the spec has changed.
    add_custom_command(OUTPUT ${outputs}
        COMMAND Muster::muster generate "${spec}" -o "${folder}" ${options}
        DEPENDS Muster::muster ${spec_files}
        COMMENT "Generating C++ from ${MUSTER_SPEC}"
        VERBATIM)
    add_custom_target(${target}_generated DEPENDS ${outputs})
    add_library(${target} INTERFACE)
    add_dependencies(${target} ${target}_generated)
    target_include_directories(${target} INTERFACE "${folder}")
    target_link_libraries(${target} INTERFACE Muster::machine)

    if(MUSTER_TESTS)
        find_package(GTest REQUIRED)
        include(GoogleTest)
        add_executable(${target}_test "${folder}/${name}_test.cpp")
        target_link_libraries(${target}_test PRIVATE ${target} GTest::gtest_main)
        gtest_discover_tests(${target}_test DISCOVERY_MODE PRE_TEST)
    endif()
endfunction()
