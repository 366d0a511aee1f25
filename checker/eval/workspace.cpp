#include "checker/eval/workspace.hpp"

#include "spec/diagnostics/internal_error.hpp"

#include <algorithm>

namespace muster::checker {

Workspace::Workspace(const spec::TypedSpec& spec, const Layout& layout)
    : spec_(&spec)
    , layout_(&layout) {
    layer_.write_at.assign(layout.slot_count(), -1);
    newly_used_.resize(spec.sorts.size());
}

void Workspace::begin(const State& base) {
    base_ = &base;
    for (const Write& write : layer_.writes) {
        layer_.write_at[layout_->slot(spec::VariableId{write.variable}, write.process)] = -1;
    }
    layer_.writes.clear();
    layer_.timers_touched = false;
    layer_.armed.clear();
    sends_.clear();
    touched_timers_.clear();
    remaining_.reset();
    stopped_.reset();
    for (auto& elements : newly_used_) {
        elements.clear();
    }
}

const Value& Workspace::read(spec::VariableId variable, std::size_t process) const {
    const std::int32_t at = layer_.write_at[layout_->slot(variable, process)];
    return at < 0 ? base_->variables[variable.value][process]
                  : layer_.writes[static_cast<std::size_t>(at)].value;
}

void Workspace::write(spec::VariableId variable, std::size_t process, Value value) {
    std::int32_t& at = layer_.write_at[layout_->slot(variable, process)];
    if (at >= 0) {
        layer_.writes[static_cast<std::size_t>(at)].value = std::move(value);
        return;
    }
    at = static_cast<std::int32_t>(layer_.writes.size());
    layer_.writes.push_back(
        {variable.value, static_cast<std::uint32_t>(process), std::move(value)});
}

void Workspace::reorder_sends(std::size_t first, std::vector<SentMessage> sends) {
    MUSTER_ASSERT(first + sends.size() == sends_.size(), "another order of the same messages");
    std::move(sends.begin(), sends.end(), sends_.begin() + static_cast<std::ptrdiff_t>(first));
}

void Workspace::deliver(const SentMessage& message) {
    const Carrier carrier = layout_->carrier(message.message);
    if (carrier == Carrier::bag || carrier == Carrier::queue) {
        remaining_ = base_->in_flight;
        take(*spec_, carrier, *remaining_, message);
    }
}

void Workspace::lose(const SentMessage& message) {
    remaining_ = base_->in_flight;
    checker::lose(*remaining_, message);
}

void Workspace::cut(const Connection& connection) {
    remaining_ = base_->in_flight;
    checker::cut(*spec_, *remaining_, connection);
}

bool Workspace::moves_messages() const {
    return remaining_ || std::any_of(sends_.begin(), sends_.end(), [&](const SentMessage& sent) {
               return layout_->carrier(sent.message) != Carrier::history;
           });
}

InFlight Workspace::in_flight() const {
    InFlight result = remaining_ ? *remaining_ : base_->in_flight;
    for (const SentMessage& message : sends_) {
        put(*spec_, layout_->carrier(message.message), result, message);
    }
    return result;
}

void Workspace::touch_timers() {
    if (!layer_.timers_touched) {
        layer_.timers_touched = true;
        layer_.armed = base_->armed;
    }
}

bool Workspace::is_armed(const ArmedTimer& timer) const {
    return std::binary_search(armed().begin(), armed().end(), timer);
}

void Workspace::arm(const ArmedTimer& timer) {
    touched_timers_.push_back(timer);
    if (is_armed(timer)) {
        return;
    }
    touch_timers();
    auto& armed = layer_.armed;
    armed.insert(std::lower_bound(armed.begin(), armed.end(), timer), timer);
}

void Workspace::disarm(const ArmedTimer& timer) {
    if (!is_armed(timer)) {
        return;
    }
    touched_timers_.push_back(timer);
    touch_timers();
    auto& armed = layer_.armed;
    armed.erase(std::lower_bound(armed.begin(), armed.end(), timer));
}

void Workspace::crash_timers(spec::RoleId role, std::int64_t process) {
    touch_timers();
    std::erase_if(layer_.armed, [&](const ArmedTimer& armed) {
        const spec::TimerInfo& timer = spec_->timer(armed.timer);
        const bool is_reset = timer.role == role && armed.process == process && !timer.durable;
        if (is_reset) {
            touched_timers_.push_back(armed);
        }
        return is_reset;
    });
}

bool Workspace::is_used(spec::SortId sort, std::int64_t element) const {
    const auto& before = base_->used[sort.value];
    const auto& now = newly_used_[sort.value];
    return std::binary_search(before.begin(), before.end(), element) ||
           std::find(now.begin(), now.end(), element) != now.end();
}

void Workspace::mark_used(spec::SortId sort, std::int64_t element) {
    if (layout_->draws_fresh(sort) && !is_used(sort, element)) {
        newly_used_[sort.value].push_back(element);
    }
}

void Workspace::mark_used(spec::TypeId id, const Value& value) {
    if (!layout_->holds_drawn(id)) {
        return;
    }
    const spec::Type& type = spec_->types[id];
    const auto items = value.items();
    switch (type.kind) {
    case spec::TypeKind::error:
    case spec::TypeKind::boolean:
    case spec::TypeKind::integer:
    case spec::TypeKind::enumeration:
        return;
    case spec::TypeKind::sort:
        mark_used(spec::SortId{type.declaration}, value.number());
        return;
    case spec::TypeKind::record:
        for (std::size_t i = 0; i < items.size(); ++i) {
            mark_used(spec_->records[type.declaration].fields[i].type, items[i]);
        }
        return;
    case spec::TypeKind::option:
    case spec::TypeKind::set:
    case spec::TypeKind::list:
    case spec::TypeKind::distinct_list:
        for (const Value& item : items) {
            mark_used(type.first, item);
        }
        return;
    case spec::TypeKind::map:
        for (std::size_t i = 0; i < items.size(); ++i) {
            mark_used(i % 2 == 0 ? type.first : type.second, items[i]);
        }
        return;
    case spec::TypeKind::request:
        mark_used(spec_->role(spec_->messages[type.declaration].from).index, items[0].number());
        return;
    }
}

State Workspace::finish() const {
    State result = *base_;
    for (const Write& write : layer_.writes) {
        result.variables[write.variable][write.process] = write.value;
    }
    for (const SentMessage& message : sends_) {
        const auto at = std::lower_bound(result.sent.begin(), result.sent.end(), message);
        if (at == result.sent.end() || *at != message) {
            result.sent.insert(at, message);
        }
    }
    result.in_flight = in_flight();
    if (stopped_) {
        const auto at = std::lower_bound(result.stopped.begin(), result.stopped.end(), *stopped_);
        result.stopped.insert(at, *stopped_);
    }
    if (layer_.timers_touched) {
        result.armed = layer_.armed;
    }
    for (std::size_t sort = 0; sort < newly_used_.size(); ++sort) {
        auto& used = result.used[sort];
        used.insert(used.end(), newly_used_[sort].begin(), newly_used_[sort].end());
        std::sort(used.begin(), used.end());
    }
    return result;
}

} // namespace muster::checker
