#include "codegen/wire/mistake.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::codegen::wire {

std::string render(const spec::SourceFile& file, const Mistake& mistake) {
    const auto place = file.position(mistake.offset);
    return fmt::format("{}:{}:{}: {}\n    help: {}\n",
                       file.name(),
                       place.line,
                       place.column,
                       mistake.message,
                       mistake.help);
}

std::string render(const spec::SourceFile& file, std::vector<Mistake> mistakes) {
    std::stable_sort(mistakes.begin(), mistakes.end(), [](const auto& left, const auto& right) {
        return left.offset < right.offset;
    });
    std::string text;
    for (const Mistake& mistake : mistakes) {
        text += render(file, mistake);
    }
    return text;
}

} // namespace muster::codegen::wire
