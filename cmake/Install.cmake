# `cmake --install`: the program, the headers that generated machines stand on, and what
# find_package(Muster) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/Muster")
target_include_directories(muster_machine
    INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/muster>)
install(TARGETS muster muster_machine EXPORT MusterTargets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/machine"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/muster/runtime"
        FILES_MATCHING PATTERN "*.hpp")
install(EXPORT MusterTargets NAMESPACE Muster:: DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MusterConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/Muster.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/MusterConfig.cmake"
              "${PROJECT_BINARY_DIR}/MusterConfigVersion.cmake"
        DESTINATION "${package_folder}")
