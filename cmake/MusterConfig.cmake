# find_package(Muster): the program Muster::muster, the headers Muster::machine that generated
# machines stand on, and the function muster_generate.
include("${CMAKE_CURRENT_LIST_DIR}/MusterTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/Muster.cmake")
