# muster_generate(<target> SPEC <file> [TESTS] [RUNS <path>...] [FORBIDDEN_RUNS <path>...]) makes the
# C++ of a spec a part of a project.
#
# <target> is an interface library: what links it can include "NAME.hpp", where NAME is the name of
# the protocol, and gets the headers that generated machines stand on. The header is generated anew
# when the spec, or a spec that it imports, has changed. With TESTS there is also a program
# <target>_test, which runs the `test` blocks of the spec on the generated machines; each of them is
# registered with ctest. That takes GoogleTest. Where rapidcheck is found too, there is a program
# <target>_model_test, which runs the model tests of the generated machines and the tests of the
# axioms, and an interface library <target>_model for tests of other implementations, which include
# "NAME_model_test.hpp".
#
# RUNS are recorded runs (files of `muster check --itf`, or folders of them) that have to be possible
# on the generated machines, FORBIDDEN_RUNS those that must not be; they are a part of <target>_test.

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

# Appends the run, or the runs in the folder.
function(_muster_run_files path result)
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    if(IS_DIRECTORY "${path}")
        file(GLOB files CONFIGURE_DEPENDS "${path}/*.itf.json")
    else()
        set(files "${path}")
    endif()
    set(${result} ${${result}} ${files} PARENT_SCOPE)
endfunction()

function(muster_generate target)
    cmake_parse_arguments(PARSE_ARGV 1 MUSTER "TESTS" "SPEC" "RUNS;FORBIDDEN_RUNS")
    if(NOT MUSTER_SPEC OR MUSTER_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "muster_generate(<target> SPEC <file> [TESTS] [RUNS <path>...] "
                            "[FORBIDDEN_RUNS <path>...])")
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
    set(test_sources)
    set(run_files)
    if(MUSTER_TESTS)
        list(APPEND test_sources "${folder}/${name}_test.cpp")
        list(APPEND outputs "${folder}/${name}_model_test.hpp" "${folder}/${name}_model_test.cpp")
        list(APPEND options --tests)
        foreach(run IN LISTS MUSTER_RUNS)
            _muster_run_files("${run}" run_files)
            list(APPEND options --run "${run}")
        endforeach()
        foreach(run IN LISTS MUSTER_FORBIDDEN_RUNS)
            _muster_run_files("${run}" run_files)
            list(APPEND options --forbidden-run "${run}")
        endforeach()
        if(run_files)
            list(APPEND test_sources "${folder}/${name}_runs_test.cpp")
        endif()
        list(APPEND outputs ${test_sources})
    endif()
    # The program leaves a file alone that holds the right text already, so that nothing is compiled
    # again when only a comment or a property of the spec has changed.
    add_custom_command(OUTPUT ${outputs}
        COMMAND Muster::muster generate "${spec}" -o "${folder}" ${options}
        DEPENDS Muster::muster ${spec_files} ${run_files}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
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
        add_executable(${target}_test ${test_sources})
        target_link_libraries(${target}_test PRIVATE ${target} GTest::gtest_main)
        gtest_discover_tests(${target}_test DISCOVERY_MODE PRE_TEST)
        find_package(rapidcheck QUIET)
        if(NOT rapidcheck_FOUND)
            message(STATUS "muster_generate: rapidcheck is not there, so neither is "
                           "${target}_model_test")
            return()
        endif()
        add_library(${target}_model INTERFACE)
        target_link_libraries(${target}_model INTERFACE ${target} GTest::gtest rapidcheck)
        # In the whole program, so that what the spec does not say is found out by trying.
        target_compile_definitions(${target}_model INTERFACE MUSTER_OBLIGATIONS_ARE_THROWN)
        add_executable(${target}_model_test "${folder}/${name}_model_test.cpp")
        target_link_libraries(${target}_model_test PRIVATE ${target}_model GTest::gtest_main)
        gtest_discover_tests(${target}_model_test DISCOVERY_MODE PRE_TEST)
    endif()
endfunction()
