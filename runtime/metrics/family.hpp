#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace muster::runtime::metrics {

/// A measure with all its values, one for each combination of labels, in the sense of Prometheus.
/// Labels come from what the server itself has (APIs, error codes, states), never from a client, so
/// there are few. Used on one event loop.
class Family {
public:
    enum class Kind { counter, gauge, histogram };

    struct Description {
        std::string name;
        std::string help;
        Kind kind = Kind::counter;
        std::vector<std::string> labels{};
        /// The upper bounds of a histogram's buckets, rising.
        std::vector<double> bounds{};
    };

    /// As many as there are labels, in the same order.
    using LabelValues = std::vector<std::string>;

    explicit Family(Description description);

    /// Of a counter or gauge. A counter only grows.
    void add(const LabelValues& labels, double amount);
    /// Of a gauge.
    void set(const LabelValues& labels, double value);
    /// Of a histogram.
    void observe(const LabelValues& labels, double value);

    /// Appends the family in Prometheus's text format 0.0.4, values in the order of their labels.
    void append_to(std::string& text) const;

private:
    struct Value {
        double value = 0; // of a histogram the sum
        /// How many observations fell into each bucket, and into none.
        std::vector<std::uint64_t> buckets{};
    };

    [[nodiscard]] Value& find(const LabelValues& labels);
    void append_histogram(std::string& text, const LabelValues& labels, const Value& value) const;

    Description description_;
    std::map<LabelValues, Value> values_;
};

} // namespace muster::runtime::metrics
