#pragma once

#include "checker/eval/value.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace muster::checker {

/// Decides what `pick`, `fresh` and correlations choose while a step runs. In enumeration the step
/// is run again and again, each time with the next combination (the last choice varies first), as
/// an odometer; in a replay the choices are given; in a simulation they are drawn.
class ChoiceScript {
public:
    ChoiceScript() = default;

    /// A replay of these choices.
    explicit ChoiceScript(std::vector<Value> given)
        : given_(std::move(given)) {}

    /// Draws: `draw` gives a number below the one that it is told, which is not 0.
    explicit ChoiceScript(std::function<std::size_t(std::size_t)> draw)
        : draw_(std::move(draw)) {}

    [[nodiscard]] bool is_replay() const { return given_.has_value(); }

    /// Before every run of the step.
    void rewind() { position_ = 0; }

    /// One of the options, which are not empty; nothing if the given choice is not among them.
    std::optional<Value> choose(std::vector<Value> options) {
        if (given_) {
            if (position_ >= given_->size() || !contains(options, (*given_)[position_])) {
                return std::nullopt;
            }
            return (*given_)[position_++];
        }
        if (position_ == points_.size()) {
            const std::size_t chosen = draw_ ? draw_(options.size()) : 0;
            points_.push_back({std::move(options), chosen});
        }
        const Point& point = points_[position_++];
        return point.options[point.chosen];
    }

    /// Moves on to the next combination; false after the last.
    bool advance() {
        points_.resize(position_);
        while (!points_.empty() && points_.back().chosen + 1 == points_.back().options.size()) {
            points_.pop_back();
        }
        if (points_.empty()) {
            return false;
        }
        ++points_.back().chosen;
        return true;
    }

    /// Back to the first combination, or to new draws, for another step.
    void clear() {
        points_.clear();
        position_ = 0;
    }

    /// What the run so far chose.
    [[nodiscard]] std::vector<Value> chosen() const {
        std::vector<Value> values;
        for (std::size_t i = 0; i < position_; ++i) {
            values.push_back(given_ ? (*given_)[i] : points_[i].options[points_[i].chosen]);
        }
        return values;
    }

    [[nodiscard]] bool used_up() const { return !given_ || position_ == given_->size(); }

private:
    struct Point {
        std::vector<Value> options;
        std::size_t chosen = 0;
    };

    static bool contains(const std::vector<Value>& options, const Value& value) {
        return std::find(options.begin(), options.end(), value) != options.end();
    }

    std::optional<std::vector<Value>> given_;
    std::function<std::size_t(std::size_t)> draw_;
    std::vector<Point> points_;
    std::size_t position_ = 0;
};

} // namespace muster::checker
