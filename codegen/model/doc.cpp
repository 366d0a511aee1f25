#include "codegen/model/doc.hpp"

#include <cstddef>
#include <utility>
#include <variant>

namespace muster::codegen {

namespace {

constexpr std::size_t kNesting = 4;

struct Break {
    std::string flat; // what stands for the break when there is none
    bool always = false;
};

struct Nest {
    Doc body;
};

struct Group {
    Doc body;
    bool has_hard_line = false;
};

struct Concat {
    std::vector<Doc> parts;
};

} // namespace

struct Doc::Node {
    std::variant<std::string, Break, Nest, Group, Concat> node;
    bool has_hard_line = false;
};

namespace {

Doc make(std::variant<std::string, Break, Nest, Group, Concat> node, bool has_hard_line) {
    return Doc(std::make_shared<const Doc::Node>(Doc::Node{std::move(node), has_hard_line}));
}

bool has_hard_line(const Doc& doc) {
    return doc.node() != nullptr && doc.node()->has_hard_line;
}

/// What is still to be printed, innermost last.
struct Pending {
    std::size_t indent = 0;
    bool flat = false;
    const Doc::Node* node = nullptr;
};

void push_children(std::vector<Pending>& stack, const Pending& item) {
    if (const auto* nested = std::get_if<Nest>(&item.node->node)) {
        if (nested->body.node() != nullptr) {
            stack.push_back({item.indent + kNesting, item.flat, nested->body.node()});
        }
    } else if (const auto* parts = std::get_if<Concat>(&item.node->node)) {
        for (auto part = parts->parts.rbegin(); part != parts->parts.rend(); ++part) {
            if (part->node() != nullptr) {
                stack.push_back({item.indent, item.flat, part->node()});
            }
        }
    }
}

/// Whether `first` on one line, and what follows it up to the next break, ends within `room`.
bool fits(Pending first, const std::vector<Pending>& rest, std::size_t room) {
    std::vector<Pending> stack{first};
    std::size_t next_rest = rest.size();
    while (true) {
        if (stack.empty()) {
            if (next_rest == 0) {
                return true;
            }
            stack.push_back(rest[--next_rest]);
        }
        const Pending item = stack.back();
        stack.pop_back();
        if (const auto* text = std::get_if<std::string>(&item.node->node)) {
            if (text->size() > room) {
                return false;
            }
            room -= text->size();
        } else if (const auto* brk = std::get_if<Break>(&item.node->node)) {
            if (brk->always || !item.flat) {
                return true;
            }
            if (brk->flat.size() > room) {
                return false;
            }
            room -= brk->flat.size();
        } else if (const auto* grouped = std::get_if<Group>(&item.node->node)) {
            // Of what follows, a group that will be broken ends the line at its first break.
            const bool flat = item.flat && !grouped->has_hard_line;
            if (grouped->body.node() != nullptr) {
                stack.push_back({item.indent, flat, grouped->body.node()});
            }
        } else {
            push_children(stack, item);
        }
    }
}

} // namespace

Doc::Doc(std::string text)
    : node_(text.empty() ? nullptr : std::make_shared<const Node>(Node{std::move(text), false})) {}

Doc line() {
    return make(Break{" ", false}, false);
}

Doc soft_line() {
    return make(Break{"", false}, false);
}

Doc hard_line() {
    return make(Break{"", true}, true);
}

Doc nest(Doc body) {
    const bool hard = has_hard_line(body);
    return make(Nest{std::move(body)}, hard);
}

Doc group(Doc body) {
    const bool hard = has_hard_line(body);
    return make(Group{std::move(body), hard}, hard);
}

Doc concat(std::vector<Doc> parts) {
    bool hard = false;
    for (const Doc& part : parts) {
        hard = hard || has_hard_line(part);
    }
    return make(Concat{std::move(parts)}, hard);
}

Doc operator+(Doc left, Doc right) {
    return concat({std::move(left), std::move(right)});
}

Doc join(const std::vector<Doc>& parts, std::string_view separator) {
    std::vector<Doc> joined;
    for (const Doc& part : parts) {
        if (!joined.empty()) {
            joined.emplace_back(separator);
            joined.push_back(line());
        }
        joined.push_back(part);
    }
    return concat(std::move(joined));
}

Doc call(std::string_view open, const std::vector<Doc>& arguments, std::string_view close) {
    if (arguments.empty()) {
        return Doc(open) + Doc(close);
    }
    return group(concat({open, nest(soft_line() + join(arguments, ",")), close}));
}

std::string render(const Doc& doc, std::size_t indent, std::size_t width) {
    std::string out(indent, ' ');
    std::size_t column = indent;
    std::vector<Pending> stack;
    if (doc.node() != nullptr) {
        stack.push_back({indent, false, doc.node()});
    }
    while (!stack.empty()) {
        const Pending item = stack.back();
        stack.pop_back();
        if (const auto* text = std::get_if<std::string>(&item.node->node)) {
            out += *text;
            column += text->size();
        } else if (const auto* brk = std::get_if<Break>(&item.node->node)) {
            if (item.flat && !brk->always) {
                out += brk->flat;
                column += brk->flat.size();
                continue;
            }
            while (!out.empty() && out.back() == ' ') {
                out.pop_back();
            }
            out += '\n' + std::string(item.indent, ' ');
            column = item.indent;
        } else if (const auto* grouped = std::get_if<Group>(&item.node->node)) {
            if (grouped->body.node() == nullptr) {
                continue;
            }
            const Pending flat{item.indent, true, grouped->body.node()};
            const std::size_t room = width > column ? width - column : 0;
            const bool on_one_line =
                item.flat || (!grouped->has_hard_line && fits(flat, stack, room));
            stack.push_back({item.indent, on_one_line, grouped->body.node()});
        } else {
            push_children(stack, item);
        }
    }
    return out;
}

} // namespace muster::codegen
