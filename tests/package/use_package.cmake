# Installs the build in MUSTER_BINARY_DIR below WORK, then configures, builds and tests the project FILES
# with what was installed. (The project's CMakeLists.txt has another name here, or it would be taken for a
# part of this suite.)

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        string(JOIN " " command ${ARGN})
        message(FATAL_ERROR "failed: ${command}")
    endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${MUSTER_BINARY_DIR}" --prefix "${WORK}/installed")
file(COPY ${FILES} DESTINATION "${WORK}/project")
file(RENAME "${WORK}/project/project.cmake" "${WORK}/project/CMakeLists.txt")
run("${CMAKE_COMMAND}" -S "${WORK}/project" -B "${WORK}/build" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${WORK}/installed" "-DCMAKE_CXX_COMPILER=${CXX}")
run("${CMAKE_COMMAND}" --build "${WORK}/build")
run("${CMAKE_CTEST_COMMAND}" --test-dir "${WORK}/build" --output-on-failure --no-tests=error)
