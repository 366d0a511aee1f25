#include "checker/simulate/shorten.hpp"

#include "checker/simulate/monitors.hpp"

#include <algorithm>
#include <utility>

namespace muster::checker {
namespace {

bool is_alike(const Failure& one, const Failure& other) {
    return one.kind == other.kind && one.span == other.span && one.called_from == other.called_from;
}

class Shortener {
public:
    Shortener(const Evaluator& evaluator, const Trace& run, const ShownByRun& shown)
        : evaluator_(evaluator)
        , shown_(shown)
        , best_(run) {
        best_.is_shortest = false;
        if (shown.property) {
            const spec::TypedSpec& spec = *evaluator.system().spec;
            collect_reads(spec, spec.properties[*shown.property].body, reads_);
        }
    }

    Trace run() {
        bool again = true;
        while (again) {
            again = false;
            for (std::size_t size = events(best_).size(); size > 0; size /= 2) {
                again = leave_out_parts(size) || again;
            }
        }
        return std::move(best_);
    }

private:
    static std::vector<Event> events(const Trace& trace) {
        std::vector<Event> events;
        for (const TraceStep& step : trace.steps) {
            events.push_back(step.event);
        }
        if (trace.ending) {
            events.push_back(trace.ending->event);
        }
        return events;
    }

    /// From the end to the start, because the last steps are those that matter most often.
    bool leave_out_parts(std::size_t size) {
        bool shorter = false;
        std::vector<Event> all = events(best_);
        for (std::size_t end = all.size(); end > 0;) {
            const std::size_t begin = end > size ? end - size : 0;
            std::vector<Event> rest = all;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                       rest.begin() + static_cast<std::ptrdiff_t>(end));
            if (auto run = repeat(rest)) {
                best_ = std::move(*run);
                all = events(best_);
                shorter = true;
            }
            end = std::min(begin, all.size());
        }
        return shorter;
    }

    /// The run with those of the events that are possible, up to where it shows what it is to show.
    [[nodiscard]] std::optional<Trace> repeat(const std::vector<Event>& events) const {
        Trace run = best_;
        run.steps.clear();
        run.ending.reset();
        State now = run.initial;
        if (is_shown(evaluator_, shown_, now, now) && !is_about_steps()) {
            return run;
        }
        for (const Event& event : events) {
            auto successor = evaluator_.replay(now, event);
            if (!successor) {
                continue;
            }
            if (const auto* failure = std::get_if<Failure>(&successor->result)) {
                if (!shown_.property && is_alike(*failure, *shown_.failure)) {
                    run.ending = Trace::Ending{event, *failure};
                    return run;
                }
                continue;
            }
            State after = std::move(std::get<State>(successor->result));
            run.steps.push_back({event, after});
            if ((is_about_steps() || is_touched(reads_, now, after)) &&
                is_shown(evaluator_, shown_, now, after)) {
                return run;
            }
            now = std::move(after);
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_about_steps() const {
        return shown_.property && evaluator_.system().spec->properties[*shown_.property].kind ==
                                      spec::PropertyKind::step;
    }

    const Evaluator& evaluator_;
    const ShownByRun& shown_;
    Reads reads_; // of the property
    Trace best_;
};

} // namespace

bool is_shown(const Evaluator& evaluator,
              const ShownByRun& shown,
              const State& before,
              const State& now) {
    if (!shown.property) {
        return false;
    }
    const spec::PropertyInfo& property = evaluator.system().spec->properties[*shown.property];
    const auto truth = evaluator.holds(property.body, before, now);
    if (const auto* failure = std::get_if<Failure>(&truth)) {
        return shown.failure && is_alike(*failure, *shown.failure);
    }
    return !shown.failure && std::get<bool>(truth) == (property.kind == spec::PropertyKind::cover);
}

Trace shorten(const Evaluator& evaluator, const Trace& run, const ShownByRun& shown) {
    return Shortener(evaluator, run, shown).run();
}

} // namespace muster::checker
