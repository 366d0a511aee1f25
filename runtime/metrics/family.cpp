#include "runtime/metrics/family.hpp"

#include "runtime/base/assert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace muster::runtime::metrics {

namespace {

const char* word_for(Family::Kind kind) {
    switch (kind) {
    case Family::Kind::counter:
        return "counter";
    case Family::Kind::gauge:
        return "gauge";
    case Family::Kind::histogram:
        break;
    }
    return "histogram";
}

std::string number(double value) {
    constexpr double kExact = 9'007'199'254'740'992.0; // 2^53
    if (std::floor(value) == value && std::abs(value) < kExact) {
        return fmt::format("{}", static_cast<std::int64_t>(value));
    }
    return fmt::format("{}", value);
}

std::string escaped(const std::string& value) {
    std::string result;
    for (const char each : value) {
        if (each == '\n') {
            result += "\\n";
            continue;
        }
        if (each == '"' || each == '\\') {
            result += '\\';
        }
        result += each;
    }
    return result;
}

/// `{a="1",b="2"}`, or nothing if there are no labels.
std::string braced(const std::vector<std::string>& names, const Family::LabelValues& values) {
    std::string result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        result += fmt::format("{}{}=\"{}\"", i == 0 ? "" : ",", names[i], escaped(values[i]));
    }
    return result.empty() ? result : "{" + result + "}";
}

} // namespace

Family::Family(Description description)
    : description_(std::move(description)) {
    if (description_.labels.empty() && description_.kind != Kind::histogram) {
        values_[{}] = {}; // What has no labels is told from the beginning, as zero.
    }
}

Family::Value& Family::find(const LabelValues& labels) {
    MUSTER_RUNTIME_ASSERT(labels.size() == description_.labels.size());
    return values_[labels];
}

void Family::add(const LabelValues& labels, double amount) {
    MUSTER_RUNTIME_ASSERT(description_.kind == Kind::gauge ||
                          (description_.kind == Kind::counter && amount >= 0));
    find(labels).value += amount;
}

void Family::set(const LabelValues& labels, double value) {
    MUSTER_RUNTIME_ASSERT(description_.kind == Kind::gauge);
    find(labels).value = value;
}

void Family::observe(const LabelValues& labels, double value) {
    MUSTER_RUNTIME_ASSERT(description_.kind == Kind::histogram);
    auto& found = find(labels);
    const auto& bounds = description_.bounds;
    found.buckets.resize(bounds.size() + 1);
    const auto bucket = std::lower_bound(bounds.begin(), bounds.end(), value) - bounds.begin();
    ++found.buckets[static_cast<std::size_t>(bucket)];
    found.value += value;
}

void Family::append_histogram(std::string& text,
                              const LabelValues& labels,
                              const Value& value) const {
    auto names = description_.labels;
    names.emplace_back("le");
    auto with_bound = labels;
    with_bound.emplace_back();
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < value.buckets.size(); ++i) {
        count += value.buckets[i];
        const bool is_last = i == description_.bounds.size();
        with_bound.back() = is_last ? "+Inf" : number(description_.bounds[i]);
        text +=
            fmt::format("{}_bucket{} {}\n", description_.name, braced(names, with_bound), count);
    }
    const auto own = braced(description_.labels, labels);
    text += fmt::format("{}_sum{} {}\n", description_.name, own, number(value.value));
    text += fmt::format("{}_count{} {}\n", description_.name, own, count);
}

void Family::append_to(std::string& text) const {
    text += fmt::format("# HELP {} {}\n", description_.name, description_.help);
    text += fmt::format("# TYPE {} {}\n", description_.name, word_for(description_.kind));
    for (const auto& [labels, value] : values_) {
        if (description_.kind == Kind::histogram) {
            append_histogram(text, labels, value);
        } else {
            text += fmt::format("{}{} {}\n",
                                description_.name,
                                braced(description_.labels, labels),
                                number(value.value));
        }
    }
}

} // namespace muster::runtime::metrics
