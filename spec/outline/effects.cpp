#include "spec/outline/effects.hpp"

#include "spec/types/walk.hpp"

#include <algorithm>
#include <string_view>

namespace muster::spec {

namespace {

class EffectCollector {
public:
    explicit EffectCollector(const TypedSpec& spec)
        : spec_(spec) {}

    Effects collect(BlockId block) {
        add_block(block);
        return std::move(effects_);
    }

private:
    static void add(Effects::Names& names, const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }

    void add_block(BlockId block) {
        for (const typed::Statement& statement : spec_.block(block).statements) {
            note(statement);
            for_each_part(
                statement, [](ExprId) {}, [this](BlockId inner) { add_block(inner); });
        }
    }

    void write(const typed::Place& place) {
        add(effects_.writes, spec_.variable(place.variable).name);
    }

    void note(const typed::Statement& statement) {
        if (const auto* assign = std::get_if<typed::Assign>(&statement.node)) {
            write(assign->place);
        } else if (const auto* more = std::get_if<typed::AddElement>(&statement.node)) {
            write(more->place);
        } else if (const auto* less = std::get_if<typed::RemoveElement>(&statement.node)) {
            write(less->place);
        } else if (const auto* send = std::get_if<typed::Send>(&statement.node)) {
            add(effects_.sends, spec_.message(send->message).name);
        } else if (const auto* reply = std::get_if<typed::Reply>(&statement.node)) {
            add(effects_.replies, spec_.message(reply->message).name);
        } else if (const auto* start = std::get_if<typed::StartTimer>(&statement.node)) {
            add(effects_.starts, spec_.timer(start->timer).name);
        } else if (const auto* stop = std::get_if<typed::StopTimer>(&statement.node)) {
            add(effects_.stops, spec_.timer(stop->timer).name);
        } else if (const auto* call = std::get_if<typed::ProcedureCall>(&statement.node)) {
            add_block(spec_.procedure(call->procedure).body);
        }
    }

    const TypedSpec& spec_;
    Effects effects_;
};

void append(std::string& all, std::string_view verb, const Effects::Names& names) {
    if (names.empty()) {
        return;
    }
    all += (all.empty() ? "" : "; ") + std::string(verb);
    for (std::size_t i = 0; i < names.size(); ++i) {
        all += (i == 0 ? " " : ", ") + names[i];
    }
}

} // namespace

std::string Effects::text() const {
    std::string all;
    append(all, "sets", writes);
    append(all, "sends", sends);
    append(all, "replies", replies);
    append(all, "starts", starts);
    append(all, "stops", stops);
    return all.empty() ? "nothing" : all;
}

Effects effects_of(const TypedSpec& spec, BlockId block) {
    return EffectCollector(spec).collect(block);
}

} // namespace muster::spec
