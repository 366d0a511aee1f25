#pragma once

#include "codegen/model/role_context.hpp"
#include "codegen/model/writer.hpp"
#include "codegen/recorded/itf_reader.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace muster::codegen {

/// Emits the body of the test that repeats one run. Throws UnreadableRun.
class RunEmitter {
public:
    /// The roles are those of the spec, in order; the run outlives the emitter.
    RunEmitter(const std::vector<std::unique_ptr<RoleContext>>& roles,
               const Json& run,
               Writer& writer);

    void emit();

private:
    /// One process of the run.
    struct Process {
        std::size_t role = 0;
        std::string element;  // empty for a role without an index
        std::string variable; // in the C++
        std::string title;    // `client[c1]`
    };

    using Words = std::map<std::string, std::string>;

    struct Event {
        const Process& process;
        std::string title;
        std::string call; // of `subject`
    };

    void emit_hooks();
    void emit_fresh(spec::SortId sort);
    void emit_function(spec::FunctionId id);
    [[nodiscard]] std::vector<std::string> arguments_in_order(const spec::FunctionInfo& function,
                                                              const Json& table);
    [[nodiscard]] std::vector<std::string> values_of(spec::TypeId type);
    [[nodiscard]] std::vector<Process> processes();
    void emit_process(const Process& process);
    void emit_start();
    void emit_event(std::size_t number, const Json& event, const Json& before, const Json& after);
    void emit_end();
    void emit_step(const Event& event, const Words& changes, const std::set<std::string>& sent);
    void emit_crash(const Process& process, const Json& before);
    [[nodiscard]] Event delivery(const Process& process, const Json& event);
    [[nodiscard]] Event firing(const Process& process, const Json& event);
    [[nodiscard]] Event action(const Process& process, const Json& event);
    void
    emit_cut(const Json& event, const Json& before, const Json& after, const std::string& number);
    [[nodiscard]] std::string timer_words(const Process& process, const Json& event);

    [[nodiscard]] const Process& process_of(const std::string& role, const Json& name) const;
    [[nodiscard]] Words state_of(const Process& process, const Json& state);
    [[nodiscard]] std::set<std::string> armed_of(const Process& process, const Json& state);
    [[nodiscard]] Words changes_of(const Process& process, const Json& before, const Json& after);
    [[nodiscard]] std::set<std::string>
    sent_by(const Process& process, const Json& before, const Json& after);

    [[nodiscard]] const RoleContext& context(const Process& process) const {
        return *roles_[process.role];
    }

    const std::vector<std::unique_ptr<RoleContext>>& roles_;
    const spec::TypedSpec& spec_;
    const Json& run_;
    const Json& meta_; // what a replay needs
    Writer& writer_;
    ItfReader reader_;
    std::vector<Process> processes_;
};

} // namespace muster::codegen
