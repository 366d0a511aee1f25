#include "spec/diagnostics/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace muster::spec {

namespace {

/// How many places of what has one cause are marked besides the first.
constexpr std::size_t kMaxMarked = 3;

/// Leaves the first of those with one cause, which marks the places of the next few.
std::vector<Diagnostic> one_for_each_cause(std::vector<Diagnostic> all) {
    struct First {
        std::size_t index;      // in the result
        std::size_t others = 0; // that follow from the same
    };

    std::vector<Diagnostic> result;
    std::map<std::string, First> firsts;
    for (Diagnostic& diagnostic : all) {
        if (!diagnostic.cause.empty()) {
            const auto [place, is_first] =
                firsts.emplace(diagnostic.cause, First{.index = result.size()});
            if (!is_first) {
                std::string& help = result[place->second.index].help;
                help = help.empty() ? diagnostic.help : help;
                if (++place->second.others <= kMaxMarked) {
                    result[place->second.index].secondary.push_back(
                        {diagnostic.primary.span, "and here"});
                }
                continue;
            }
        }
        result.push_back(std::move(diagnostic));
    }
    for (const auto& [cause, first] : firsts) {
        if (first.others > kMaxMarked) {
            const std::size_t left = first.others - kMaxMarked;
            result[first.index].notes.push_back(
                fmt::format("and in {} more place{}", left, left == 1 ? "" : "s"));
        }
    }
    return result;
}

} // namespace

void Diagnostics::report(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::error) {
        ++errors_;
    }
    all_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
    const auto key = [](const Diagnostic& d) {
        return std::tie(d.primary.span.begin, d.primary.span.end, d.code, d.message);
    };
    std::vector<Diagnostic> result = all_;
    std::stable_sort(result.begin(), result.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        return key(a) < key(b);
    });
    const auto same = [&](const Diagnostic& a, const Diagnostic& b) {
        return key(a) == key(b);
    };
    result.erase(std::unique(result.begin(), result.end(), same), result.end());
    return one_for_each_cause(std::move(result));
}

} // namespace muster::spec
