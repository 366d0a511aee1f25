#include "tests/docs/page.hpp"

#include <sstream>

namespace muster::test {
namespace {

bool begins_with(const std::string& line, const std::string& start) {
    return line.rfind(start, 0) == 0;
}

// One line of an example's comment; `open` is the key whose text goes on.
void take_comment_line(const std::string& line, CodeBlock& block, std::string*& open) {
    if (line == "before:") {
        open = &block.before;
    } else if (line == "after:") {
        open = &block.after;
    } else if (line == "imported:") {
        open = &block.imported;
    } else if (begins_with(line, "expect: ")) {
        block.expected_code = line.substr(8);
        open = nullptr;
    } else if (begins_with(line, "check: ")) {
        std::istringstream words(line.substr(7));
        std::string name;
        words >> name >> block.verdicts[name];
        open = nullptr;
    } else if (open != nullptr) {
        *open += line + "\n";
    }
}

} // namespace

std::string CodeBlock::text() const {
    std::string whole = before;
    for (const std::string& each : lines) {
        whole += each + "\n";
    }
    return whole + after;
}

std::vector<CodeBlock> blocks_of(const std::string& page) {
    std::vector<CodeBlock> blocks;
    std::istringstream in(page);
    std::string line;
    enum class Inside { text, comment, block };
    Inside inside = Inside::text;
    CodeBlock next;
    std::string* open = nullptr;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (inside == Inside::block) {
            if (begins_with(line, "```")) {
                blocks.push_back(std::move(next));
                next = {};
                inside = Inside::text;
            } else {
                next.lines.push_back(line);
            }
        } else if (inside == Inside::comment) {
            if (line == "-->") {
                inside = Inside::text;
            } else {
                take_comment_line(line, next, open);
            }
        } else if (line == "<!-- example") {
            inside = Inside::comment;
            next = {};
            open = nullptr;
        } else if (begins_with(line, "```")) {
            inside = Inside::block;
            next.language = line.substr(3);
            next.line = number;
        }
    }
    return blocks;
}

} // namespace muster::test
