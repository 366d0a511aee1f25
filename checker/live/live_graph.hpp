#pragma once

#include "checker/explore/expansion.hpp"
#include "checker/explore/pool.hpp"
#include "checker/explore/search_limits.hpp"
#include "checker/explore/state_store.hpp"
#include "checker/live/fair_components.hpp"
#include "checker/live/fairness.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace muster::checker::live {

/// Whether a search counts how often a message has arrived since it was last sent. Without, there
/// are fewer states and more runs.
enum class Arrivals { any_number, counted };

/// A `live` property, with what it takes for fair, and all that its parameters may stand for.
struct LiveQuestion {
    std::size_t live = 0; // into `TypedSpec::lives`
    Fairness fairness;
    std::vector<std::vector<Binding>> bindings;
};

/// What is asked about one instance. Everything outlives what is made of it.
struct LiveSetup {
    const SearchSetup& search;
    /// All have the same faults, and need the same to be looked at.
    const std::vector<LiveQuestion>& questions;
    Arrivals arrivals = Arrivals::any_number;
};

/// One of the properties, for one choice of its parameters.
struct Asked {
    std::size_t question = 0;
    std::size_t binding = 0;
};

/// The reachable states of an instance with all steps between them, in the order of a search by
/// breadth, with what fairness and the properties have to do with each.
class LiveGraph {
public:
    explicit LiveGraph(const LiveSetup& setup);

    /// Builds it, until a limit of the search ends that.
    void build();

    /// With the duties of one property; until it is called again.
    const FairGraph& graph_for(std::size_t question);

    [[nodiscard]] std::uint32_t size() const { return graph_.size(); }

    [[nodiscard]] const Universe& universe() const { return setup_.search.universe; }

    /// How the search ended, and what it was limited to.
    [[nodiscard]] const ExploreResult& result() const { return result_; }

    /// A state outside of the instance's bounds, or one that was not expanded: what follows it is
    /// not known.
    [[nodiscard]] bool is_closed(std::uint32_t node) const { return closed_[node]; }

    [[nodiscard]] std::uint64_t closed_count() const { return closed_count_; }

    [[nodiscard]] bool premise(const Asked& asked, std::uint32_t node) const {
        return truths_[asked.question][asked.binding].premise[node];
    }

    [[nodiscard]] bool conclusion(const Asked& asked, std::uint32_t node) const {
        return truths_[asked.question][asked.binding].conclusion[node];
    }

    /// How a formula of a property could not be evaluated in some state.
    [[nodiscard]] const std::optional<Failure>& not_evaluated(std::size_t question) const {
        return not_evaluated_[question];
    }

    /// Whether, to a property, a step along this edge occurs finitely often only.
    [[nodiscard]] bool is_quiet(std::size_t question, const FairEdge& edge) const {
        return quiet_[question][edge.marks];
    }

    [[nodiscard]] bool is_initial(std::uint32_t node) const {
        return node < initial_choices_.size();
    }

    /// A run that starts in an initial node and goes along these edges, with the states that were
    /// recorded.
    Trace trace(std::uint32_t initial, const std::vector<FairEdge>& edges);

private:
    using Counts = std::vector<std::uint32_t>; // message and how often it may arrive, in turn

    struct NodeHash {
        std::size_t operator()(const std::pair<std::uint32_t, std::uint32_t>& key) const {
            return mix_hash(key.first, key.second);
        }
    };

    void start();
    void add(const StateStore::Row& row, std::uint32_t counts);
    std::uint32_t node_of(const StateStore::Row& row, std::uint32_t counts);
    void look_at(const State& state);
    std::optional<bool> truth(std::size_t question, spec::ExprId formula, const State& state);
    void expand(std::uint32_t node);
    using OnStep = std::function<void(const Expansion::Outcome&, const FairEdge&)>;
    /// Every step that leads to a state, and its edge.
    void visit_steps(std::uint32_t node, const State& state, const OnStep& on_step);
    FairEdge edge_of(std::uint32_t node, const StateStore::Row& before, const Event& event);
    std::uint32_t marks_of(const Event& event);
    std::uint32_t possible_in(const State& state);
    void add_possible(std::vector<Duty>& duties, const State& state);
    bool timing_allows(const State& state, const ArmedTimer& timer);
    void note_undone(const Event& event, std::vector<std::uint32_t>& done);
    [[nodiscard]] bool is_heard(const SentMessage& message) const;

    /// Whether something is due to some of the properties.
    template <class IsDue>
    [[nodiscard]] bool some(IsDue is_due) const {
        return std::any_of(setup_.questions.begin(),
                           setup_.questions.end(),
                           [&](const LiveQuestion& question) { return is_due(question.fairness); });
    }

    [[nodiscard]] bool recurs(spec::MessageId message) const;
    [[nodiscard]] bool is_due_to(const Fairness& fairness, const Duty& duty) const;
    [[nodiscard]] bool may_arrive(const SentMessage& message, std::uint32_t counts) const;
    std::uint32_t counts_after(std::uint32_t counts, const StepMarks& marks);
    std::uint32_t number_of(const SentMessage& message);
    std::uint32_t number_of(const Duty& duty);
    [[nodiscard]] bool out_of_budget(std::uint32_t next);
    void close(std::uint32_t node);

    const LiveSetup setup_;
    const TransitionSystem& system_;
    const spec::TypedSpec& spec_;
    Interpreter interpreter_;
    SearchLimits limits_;
    Inputs own_inputs_; // without arbitrary messages
    Expansion own_steps_;
    Expansion made_up_;
    StateStore store_;

    FairGraph graph_;
    std::vector<std::uint32_t> state_of_;  // by node, into the store
    std::vector<std::uint32_t> counts_of_; // by node
    std::unordered_map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t, NodeHash> nodes_;
    std::vector<bool> closed_;
    std::uint64_t closed_count_ = 0;

    struct Truths { // by node
        std::vector<bool> premise;
        std::vector<bool> conclusion;
    };

    std::vector<std::vector<Truths>> truths_;           // by question and binding
    std::vector<std::optional<Failure>> not_evaluated_; // by question
    std::vector<std::vector<Value>> initial_choices_;   // by initial node
    std::vector<std::vector<bool>> quiet_;              // by question and marks
    std::map<std::vector<std::uint32_t>, std::uint32_t> marks_numbers_;
    Pool<SentMessage, MessageHash> messages_;
    std::map<Duty, std::uint32_t> duties_;
    std::vector<std::vector<std::uint32_t>> duty_sets_; // of all questions together
    std::map<std::vector<std::uint32_t>, std::uint32_t> duty_set_numbers_;
    Pool<Counts, NumbersHash> counts_;
    std::vector<Duty> possible_; // of the state that is expanded: actions and faults
    ExploreResult result_;
    std::uint32_t depth_ = 0;
    std::uint32_t level_end_ = 0;
};

} // namespace muster::checker::live
