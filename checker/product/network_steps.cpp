#include "checker/product/successors.hpp"

/// Losses and cuts, the steps that are not of one process.
namespace muster::checker::product {

Next Successors::visit_network() {
    for (std::uint32_t i = 0; i < system_.steps.size(); ++i) {
        const Step& step = system_.steps[i];
        const bool stop = (step.kind == StepKind::lose && visit_losses(i) == Next::stop) ||
                          (step.kind == StepKind::cut && parts_.slice().keeps_cut(step) &&
                           visit_cuts(i) == Next::stop);
        if (stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Next Successors::visit_losses(std::uint32_t step) {
    const std::uint32_t place = parts_.places().loose();
    for (const std::uint32_t number : deliveries_.loose((*before_)[place])) {
        const SentMessage& message = parts_.message(number);
        if (message.message != system_.steps[step].message) {
            continue;
        }
        Successor successor;
        successor.step = step;
        successor.process = addressee(spec_, message);
        successor.message = number;
        change(place, network_.without(place, after_[place], number));
        if (visit_changed(successor) == Next::stop) {
            return Next::stop;
        }
    }
    return Next::go_on;
}

Next Successors::visit_cuts(std::uint32_t index) {
    const Step& step = system_.steps[index];
    const auto count = [&](spec::RoleId role) {
        return static_cast<std::int64_t>(parts_.layout().processes(role));
    };
    for (std::int64_t one = 0; one < count(step.role); ++one) {
        for (std::int64_t other = step.peer == step.role ? one : 0; other < count(step.peer);
             ++other) {
            if (visit_cut(index, {{step.role, one}, {step.peer, other}}) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

Next Successors::visit_cut(std::uint32_t index, const Connection& connection) {
    const Places& places = parts_.places();
    const Slice& slice = parts_.slice();
    const auto place_of = [&](const Process& process) {
        return places.process(process.role, process.index);
    };
    static const std::vector<Outcome> kUnchanged{{}};
    const bool one_runs = slice.keep_role[connection.one.role.value];
    const bool other_runs =
        slice.keep_role[connection.other.role.value] && connection.other != connection.one;
    const std::uint32_t one = place_of(connection.one);
    const std::uint32_t other = place_of(connection.other);
    const auto& firsts =
        one_runs ? steps_->lost(*situations_[one - 1], connection.other) : kUnchanged;
    for (const Outcome& first : firsts) {
        Successor successor;
        successor.step = index;
        successor.process = connection.one;
        successor.peer = connection.other;
        successor.first = one_runs ? &first : nullptr;
        const auto cut_first = [&] {
            change(places.queued(), network_.cut(after_[places.queued()], connection));
            if (one_runs) {
                change(one, first.after);
                apply(network_.effect(first.effect));
            }
        };
        if (one_runs && first.failure != kNone) {
            successor.failure = &steps_->failure(first.failure);
            if ((*visit_)(successor) == Next::stop) {
                return Next::stop;
            }
            continue;
        }
        cut_first();
        const Part used = after_[places.used()];
        successor.used = used;
        restore();
        const auto& seconds =
            other_runs ? steps_->lost(steps_->situation(connection.other, (*before_)[other], used),
                                      connection.one)
                       : kUnchanged;
        for (const Outcome& second : seconds) {
            successor.second = other_runs ? &second : nullptr;
            if (other_runs && second.failure != kNone) {
                successor.failure = &steps_->failure(second.failure);
                if ((*visit_)(successor) == Next::stop) {
                    return Next::stop;
                }
                continue;
            }
            successor.failure = nullptr;
            cut_first();
            if (other_runs) {
                change(other, second.after);
                apply(network_.effect(second.effect));
            }
            if (visit_changed(successor) == Next::stop) {
                return Next::stop;
            }
        }
    }
    return Next::go_on;
}

} // namespace muster::checker::product
