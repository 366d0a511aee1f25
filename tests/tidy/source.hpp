#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace muster::tidy {

// One text file of the tree. Paths are relative to the root of the tree, with '/' between folders.
struct Source {
    std::string path;
    std::string text;
    std::vector<std::string> lines; // of the text, without line ends
    std::vector<std::string> code;  // the same lines as code_view() gives them
};

[[nodiscard]] Source make_source(std::string path, std::string text);

// The text with comments and the contents of string and character literals turned into blanks. Line
// ends and the positions of everything else stay, so a line and column of the result are those of
// the text. Understands raw strings and digit separators.
[[nodiscard]] std::string code_view(std::string_view text);

// The code with preprocessor lines turned into blanks, so that braces in macros and in branches
// that exclude each other are not counted.
[[nodiscard]] std::string without_preprocessor(const Source& source);

[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

// Which of the folders at the top a path lies in; empty for a file at the top itself.
[[nodiscard]] std::string_view top_folder(std::string_view path);

[[nodiscard]] bool is_cpp(std::string_view path);     // .cpp
[[nodiscard]] bool is_header(std::string_view path);  // .hpp
[[nodiscard]] bool is_program(std::string_view path); // in spec, checker, codegen, runtime or cli

// Output of the generator, committed: it has the shape of its spec, so limits on size do not
// concern it.
[[nodiscard]] bool is_generated(std::string_view path);

} // namespace muster::tidy
