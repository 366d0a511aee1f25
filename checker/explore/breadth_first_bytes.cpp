// Keeping a search, and going on with one that was kept. What is written is all that the rest of
// the search and its report depend on, and nothing that is only remembered so that it need not be
// computed again.

#include "checker/explore/breadth_first.hpp"
#include "checker/explore/search_keeper.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker {

namespace {

void write(ByteWriter& out, const std::optional<std::int64_t>& number) {
    out.truth(number.has_value());
    if (number) {
        out.signed_number(*number);
    }
}

std::optional<std::int64_t> read_number(ByteReader& in) {
    return in.truth() ? std::optional(in.signed_number()) : std::nullopt;
}

void write(ByteWriter& out, const BreadthFirst::Row& row) {
    for (const std::uint32_t number : row) {
        out.number(number);
    }
}

/// States are numbered from 0, and none is a state, too.
void write_state(ByteWriter& out, std::uint32_t state) {
    out.number(state == kNoState ? 0 : std::uint64_t{state} + 1);
}

std::uint32_t read_state(ByteReader& in, std::uint32_t states) {
    const auto number = in.number_below(std::uint64_t{states} + 1, "state");
    return number == 0 ? kNoState : static_cast<std::uint32_t>(number - 1);
}

} // namespace

void BreadthFirst::write_states(ByteWriter&) const {
    MUSTER_ASSERT(false, "a search is to be kept that cannot be");
}

void BreadthFirst::read_states(ByteReader&, ModelReader&, std::uint32_t) {
    MUSTER_ASSERT(false, "a search is to go on that cannot be kept");
}

bool BreadthFirst::is_row(const Row&) const {
    return false;
}

/// Only between states is everything told that was found.
void BreadthFirst::keep(std::uint32_t at) {
    MUSTER_ASSERT(!forgets_too_much_, "a search is kept that has forgotten too much");
    if (!findings_.over() || ended_at_) {
        setup_.options.keeper->keep([&](ByteWriter& out) { write_search(out, at); });
    }
}

void BreadthFirst::write_search(ByteWriter& out, std::uint32_t at) const {
    write(out, Reached{count(), states_before_, depth_, at == level_begin_});
    out.number(at);
    out.number(level_begin_);
    out.number(level_end_);
    out.number(level_sizes_.size());
    for (const std::uint64_t size : level_sizes_) {
        out.number(size);
    }
    out.number(result_.transitions);
    out.truth(result_.represented.has_value());
    out.number(result_.represented.value_or(0));
    out.number(result_.ends);
    write_state(out, first_end_);
    write_states(out);
    write_tree(out);
    write_met(out);
    write_found(out);
}

std::uint32_t BreadthFirst::read_search(ByteReader& in) {
    ModelReader model(
        in, spec(), setup_.universe, interpreter_.layout(), setup_.options.keeper->source_size());
    const Reached reached = read_reached(in);
    const auto states = static_cast<std::uint32_t>(reached.states);
    const auto read_place = [&] {
        return static_cast<std::uint32_t>(in.number_below(reached.states + 1, "state"));
    };
    states_before_ = static_cast<std::uint32_t>(reached.states_before);
    depth_ = reached.depth;
    const std::uint32_t at = read_place();
    level_begin_ = read_place();
    level_end_ = read_place();
    for (std::size_t left = in.count(); left > 0; --left) {
        level_sizes_.push_back(in.number());
    }
    result_.transitions = in.number();
    const bool is_counted = in.truth();
    const std::uint64_t represented = in.number();
    result_.represented = is_counted ? std::optional(represented) : std::nullopt;
    result_.ends = in.number();
    first_end_ = read_state(in, states);
    if (at < level_begin_ || level_end_ < at) {
        ByteReader::fail("the state that is next is not of its level");
    }
    read_states(in, model, states);
    read_tree(in, model);
    read_met(in, model);
    read_found(in, model);
    if (!in.at_end()) {
        ByteReader::fail("something stands behind the end of a search");
    }
    return at;
}

/// A state is never before its parent, nor before a state whose parent is before its own.
void BreadthFirst::write_tree(ByteWriter& out) const {
    out.number(initial_rows_.size());
    for (std::size_t i = 0; i < initial_rows_.size(); ++i) {
        write(out, initial_choices_[i]);
        write(out, initial_rows_[i]);
    }
    std::uint32_t last = 0;
    for (std::size_t state = initial_rows_.size(); state < parents_.size(); ++state) {
        out.number(parents_[state] - last);
        last = parents_[state];
    }
}

void BreadthFirst::read_tree(ByteReader& in, ModelReader& model) {
    const std::uint64_t initial = in.number_below(std::uint64_t{count()} + 1, "state");
    for (std::uint64_t i = 0; i < initial; ++i) {
        initial_choices_.push_back(model.values());
        initial_rows_.push_back(read_row(in));
        note_parent(kNoState);
    }
    std::uint64_t parent = 0;
    for (std::uint64_t state = initial; state < count(); ++state) {
        parent += in.number_below(state - parent, "state that comes before");
        note_parent(static_cast<std::uint32_t>(parent));
    }
}

BreadthFirst::Row BreadthFirst::read_row(ByteReader& in) const {
    if (count() == 0) {
        ByteReader::fail("a run has states where there are none");
    }
    Row row(this->row(0).size());
    std::generate(row.begin(), row.end(), [&] {
        return static_cast<std::uint32_t>(in.number_below(kNoState, "part"));
    });
    if (!is_row(row)) {
        ByteReader::fail("a state has a part that there is not");
    }
    return row;
}

/// The limits that were met, and the steps that happened.
void BreadthFirst::write_met(ByteWriter& out) const {
    const SearchLimits::Met& met = limits_.met();
    out.number(met.bounds.size());
    for (const std::size_t bound : met.bounds) {
        out.number(bound);
    }
    out.truth(met.too_many_in_flight);
    write(out, met.lost_steps);
    write(out, met.lost_start);
    for (const std::uint64_t times : interpreter_.exhausted()) {
        out.number(times);
    }
    out.number(interpreter_.tried_integers().size());
    for (const auto& [binder, range] : interpreter_.tried_integers()) {
        out.number(binder.value);
        write(out, range.low);
        write(out, range.high);
    }
    out.number(result_.happened.size());
    for (const std::uint32_t step : result_.happened) {
        out.number(step);
    }
}

void BreadthFirst::read_met(ByteReader& in, ModelReader& model) {
    const std::size_t steps = setup_.system.steps.size();
    SearchLimits::Met met;
    for (std::size_t left = in.count(); left > 0; --left) {
        met.bounds.insert(in.number_below(setup_.instance.variables.size(), "bound"));
    }
    met.too_many_in_flight = in.truth();
    met.lost_steps = model.failures<std::uint32_t>(steps, "step");
    met.lost_start = model.failure_if_any();
    limits_.go_on_from(std::move(met));
    std::vector<std::uint64_t> exhausted(interpreter_.exhausted().size());
    std::generate(exhausted.begin(), exhausted.end(), [&] { return in.number(); });
    std::map<spec::LocalId, spec::IntegerRange> tried;
    for (std::size_t left = in.count(); left > 0; --left) {
        const spec::LocalId binder{
            static_cast<std::uint32_t>(in.number_below(spec().locals.size(), "name"))};
        const auto low = read_number(in);
        tried[binder] = {low, read_number(in)};
    }
    interpreter_.go_on_from(std::move(exhausted), std::move(tried));
    for (std::size_t left = in.count(); left > 0; --left) {
        result_.happened.insert(static_cast<std::uint32_t>(in.number_below(steps, "step")));
    }
}

/// Of the event that goes wrong only the choices of a start are written: any other one is looked
/// for where it is told.
void BreadthFirst::write_found(ByteWriter& out) const {
    out.number(findings_.broken().size());
    for (const Failure& failure : findings_.broken()) {
        write(out, failure);
    }
    out.number(findings_.ends().size());
    for (const RunEnd& end : findings_.ends()) {
        write_state(out, end.at);
        out.truth(end.is_obligation);
        out.number(end.finding.property);
        out.truth(end.finding.is_cover);
        write(out, end.finding.failure);
        out.truth(end.event.has_value());
        if (end.event && end.at == kNoState) {
            write(out, end.event->choices);
        }
        out.truth(end.row.has_value());
        if (end.row) {
            write(out, *end.row);
        }
    }
}

void BreadthFirst::read_found(ByteReader& in, ModelReader& model) {
    std::vector<Failure> broken;
    for (std::size_t left = in.count(); left > 0; --left) {
        broken.push_back(model.failure());
    }
    std::vector<RunEnd> ends;
    for (std::size_t left = in.count(); left > 0; --left) {
        RunEnd& end = ends.emplace_back();
        end.at = read_state(in, count());
        end.is_obligation = in.truth();
        end.finding.property = in.number_below(spec().properties.size() + 1, "property");
        end.finding.is_cover = in.truth();
        end.finding.failure = model.failure_if_any();
        if (in.truth()) {
            end.event.emplace();
            if (end.at == kNoState) {
                end.event->choices = model.values();
            }
        }
        if (in.truth()) {
            end.row = read_row(in);
        }
        const bool is_told = end.is_obligation ? end.event && end.finding.failure && !end.row
                                               : end.finding.property < spec().properties.size() &&
                                                     end.at != kNoState && !end.event;
        if (!is_told) {
            ByteReader::fail("the end of a run is none");
        }
    }
    findings_.go_on_from(std::move(ends), std::move(broken));
}

} // namespace muster::checker
