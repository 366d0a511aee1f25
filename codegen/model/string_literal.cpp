#include "codegen/model/string_literal.hpp"

namespace muster::codegen {

std::string string_literal(std::string_view text) {
    std::string literal = "\"";
    for (const char character : text) {
        if (character == '"' || character == '\\') {
            literal += '\\';
        }
        literal += character;
    }
    return literal + '"';
}

} // namespace muster::codegen
