#pragma once

#include "codegen/model/analysis.hpp"
#include "codegen/model/names.hpp"
#include "spec/diagnostics/diagnostic.hpp"
#include "spec/types/typed_spec.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::codegen {

/// Everything that the parts of one role's class must agree on: what is emitted, and how it is
/// called.
struct RoleContext {
    RoleContext(const spec::TypedSpec& typed_spec,
                spec::RoleId role_id,
                spec::Diagnostics& sink,
                std::string scope_name);

    const spec::TypedSpec& spec;
    spec::RoleId id;
    const spec::RoleInfo& role;
    spec::Diagnostics& diagnostics;
    Analysis analysis;
    std::string scope; // the namespace of the protocol

    /// All that the role's behaviour uses, its own durable variables and timers aside.
    Usage usage;
    std::set<spec::LocalId> named_locals; // that some expression of the spec mentions
    std::string class_name;
    std::map<spec::VariableId, std::string> variables; // accessors; members have `_` behind
    std::map<spec::DefId, std::string> defs;
    std::map<spec::ProcedureId, std::string> procedures;
    std::vector<std::string> actions; // in order
    std::map<std::pair<spec::VariableId, WriteForm>, std::string> writers;
    /// Names that a local of a function must not hide.
    NameScope local_names;

    [[nodiscard]] bool has_ghosts() const;
    [[nodiscard]] bool is_ghost(spec::VariableId variable) const;
    [[nodiscard]] bool is_durable(spec::VariableId variable) const;
    /// The expression that names the variable inside the class.
    [[nodiscard]] std::string member(spec::VariableId variable) const;
    [[nodiscard]] std::vector<spec::VariableId> variables_of(spec::VariableKind kind) const;
    [[nodiscard]] std::vector<spec::VariableId> without_ghosts() const;
    /// The constructor's argument for all processes of a role; the member has `_` behind.
    [[nodiscard]] std::string all_of(spec::RoleId other) const;
    [[nodiscard]] std::string timer_type(spec::TimerId timer) const;
    /// What `lost` takes to name a process of the other end's role.
    [[nodiscard]] std::string peer_type(spec::RoleId peer) const;

    /// Reports that this construct cannot be generated.
    void not_generable(spec::Span span, const std::string& what) const;

private:
    void collect();
    void name_members();
};

} // namespace muster::codegen
