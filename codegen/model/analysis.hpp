#pragma once

#include "spec/types/typed_spec.hpp"

#include <functional>
#include <map>
#include <set>
#include <vector>

/// Facts about a spec's code that decide what is emitted for it. All of them look through calls of
/// defs and procedures; neither can be recursive.
namespace muster::codegen {

/// How a statement writes to a variable; each form that occurs becomes one private function.
enum class WriteForm {
    assign,       // x = e
    put,          // m[k] = e
    insert,       // s += e, of a list too
    erase,        // s -= e, m -= k, of a list too
    modify,       // x.f = e and the like
    modify_entry, // m[k].f = e and the like
};

WriteForm form_of(const spec::typed::Assign& statement);
WriteForm form_of(const spec::typed::AddElement& statement);
WriteForm form_of(const spec::typed::RemoveElement& statement);

/// One read or write of a variable inside a loop over `x`.
struct Access {
    spec::VariableId variable;
    bool write = false;
    bool own = false; // of the entry or element `x` only
};

/// What a piece of code uses.
struct Usage {
    std::set<spec::LocalId> locals; // named directly, not inside defs and procedures
    std::set<spec::DefId> defs;
    std::set<spec::ProcedureId> procedures;
    std::set<spec::FunctionId> functions;
    std::set<spec::ConstId> constants;
    std::set<spec::SortId> fresh;
    std::set<spec::VariableId> reads;
    std::map<spec::VariableId, std::set<WriteForm>> writes;
    std::set<spec::MessageId> sends;
    std::set<spec::TimerId> timers;
    std::set<spec::RoleId> all_of; // roles whose processes are asked for
    bool arithmetic = false;
};

class Analysis {
public:
    explicit Analysis(const spec::TypedSpec& spec)
        : spec_(spec) {}

    void use(spec::ExprId expr, Usage& usage) const;
    void use(spec::BlockId block, Usage& usage) const;
    void use(const spec::typed::Statement& statement, Usage& usage) const;

    /// Whether nothing behind the statement runs. Such statements have no C++.
    [[nodiscard]] bool ends(const spec::typed::Statement& statement) const;
    /// The locals that are named anywhere in the spec but in what never runs.
    [[nodiscard]] std::set<spec::LocalId> named_locals() const;

    [[nodiscard]] Usage of(spec::ExprId expr) const;
    [[nodiscard]] Usage of(spec::BlockId block) const;
    [[nodiscard]] Usage of(const spec::typed::Statement& statement) const;
    [[nodiscard]] bool uses_local(spec::ExprId expr, spec::LocalId local) const;

    /// Whether the value of the expression depends on ghosts, `tainted` locals included.
    [[nodiscard]] bool is_ghost(spec::ExprId expr, const std::set<spec::LocalId>& tainted) const;
    /// Whether the statement is there for ghosts only: it writes to one, or what it does is decided
    /// by one.
    [[nodiscard]] bool is_ghost(const spec::typed::Statement& statement,
                                const std::set<spec::LocalId>& tainted) const;

    /// Every read and write in the body of a loop over `element`.
    [[nodiscard]] std::vector<Access> accesses(spec::BlockId body, spec::LocalId element) const;
    /// Whether an expression names a place in the machine's state (rather than a value of its own).
    [[nodiscard]] bool is_state_place(spec::ExprId expr) const;
    /// Whether an expression names a place at all: state, or a part of a local.
    [[nodiscard]] bool is_place(spec::ExprId expr) const;

private:
    using Equals = std::set<spec::LocalId>; // locals that are the loop's element
    void accesses(spec::ExprId expr, const Equals& equals, std::vector<Access>& all) const;
    void accesses(spec::BlockId block, const Equals& equals, std::vector<Access>& all) const;
    void accesses(const spec::typed::Statement& statement,
                  const Equals& equals,
                  std::vector<Access>& all) const;
    [[nodiscard]] Equals passed(const std::vector<spec::LocalId>& parameters,
                                const std::vector<spec::ExprId>& arguments,
                                const Equals& equals) const;
    [[nodiscard]] bool is_one_of(spec::ExprId expr, const Equals& equals) const;
    [[nodiscard]] const spec::typed::VariableRef* variable(spec::ExprId expr) const;

    const spec::TypedSpec& spec_;
};

} // namespace muster::codegen
