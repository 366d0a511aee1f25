cmake_minimum_required(VERSION 3.25)
project(counter LANGUAGES CXX)
enable_testing()

find_package(Muster REQUIRED)
muster_generate(counter SPEC counter.muster TESTS)

add_executable(count main.cpp)
target_link_libraries(count PRIVATE counter)
add_test(NAME count COMMAND count)
