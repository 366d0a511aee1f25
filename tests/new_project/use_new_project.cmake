# Installs the build in MUSTER_BINARY_DIR below WORK, makes a project there with the installed program, and configures,
# builds, runs and tests it.

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        string(JOIN " " command ${ARGN})
        message(FATAL_ERROR "failed: ${command}")
    endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
run("${CMAKE_COMMAND}" --install "${MUSTER_BINARY_DIR}" --prefix "${WORK}/installed")
run("${WORK}/installed/bin/muster" new demo --directory "${WORK}")
run("${CMAKE_COMMAND}" -S "${WORK}/demo" -B "${WORK}/demo/build" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${WORK}/installed" "-DCMAKE_CXX_COMPILER=${CXX}")
run("${CMAKE_COMMAND}" --build "${WORK}/demo/build")
run("${WORK}/demo/build/run_demo")
run("${CMAKE_CTEST_COMMAND}" --test-dir "${WORK}/demo/build" --output-on-failure --no-tests=error)
