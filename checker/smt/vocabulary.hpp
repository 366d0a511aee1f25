#pragma once

#include "checker/smt/relevance.hpp"
#include "checker/smt/symbolic_value.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::checker::smt {

using ComponentId = std::size_t;

/// One uninterpreted function or predicate: a piece of the state, or a rigid symbol.
struct Component {
    std::string name;
    z3::func_decl symbol;
    /// Never changes: a function, a constant, a parameter of a step, the content of a value.
    bool rigid = false;
};

/// How a value of a type is spread over components. Every component takes the arguments of the
/// prefix (process, keys of the maps around it) and then its own.
struct Layout {
    spec::TypeId type;
    /// A scalar's value; the flag of an option; the membership of a set or `distinct list`; the
    /// domain of a map; the length of a list with repeats. Absent for a record.
    std::optional<ComponentId> component;
    /// Of a `distinct list`: the first element stands before the second.
    std::optional<ComponentId> order;
    /// The fields of a record; the value of an option or of a map; the element at a position of a
    /// list with repeats.
    std::vector<Layout> parts;
};

/// The majorities of the processes that a sort numbers, as elements of a sort of their own. What is
/// known of them is that every two share a member; a set has a majority if one of them is inside.
struct Majorities {
    z3::sort sort;
    z3::func_decl member; // of a majority and a process
    z3::func_decl common; // a member of both
};

class SymbolicState;

/// The Z3 sorts and symbols of one transition system.
class Vocabulary {
public:
    Vocabulary(const TransitionSystem& system, Relevance relevance);
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary& operator=(const Vocabulary&) = delete;

    [[nodiscard]] z3::context& ctx() { return ctx_; }

    [[nodiscard]] const TransitionSystem& system() const { return *system_; }

    [[nodiscard]] const spec::TypedSpec& spec() const { return *system_->spec; }

    [[nodiscard]] const Relevance& relevance() const { return relevance_; }

    [[nodiscard]] const std::vector<Component>& components() const { return components_; }

    /// The sort of a scalar; for a container the sort of its values.
    z3::sort sort_of(spec::TypeId type);
    /// The sorts of the terms that stand for one value.
    std::vector<z3::sort> flat_sorts(spec::TypeId type);
    /// The terms that stand for one value; a container must have an identity.
    Terms flatten(const Sym& value);
    /// The same without touching the value of a `none`: of an unknown value, its constants.
    Terms atoms(const Sym& value);
    /// The value that a row of terms stands for, from `next` on.
    Sym rebuild(spec::TypeId type, const Terms& terms, std::size_t& next);
    /// Some value, the same for every call: what an undefined expression yields.
    Sym placeholder(spec::TypeId type);
    /// A value about which nothing is known, made of constants.
    Sym unknown(spec::TypeId type, const std::string& name);
    /// The same, but a container is made of relations of its own and has no identity. What holds
    /// of every list is appended to `facts`.
    Layout unknown_layout(spec::TypeId type, const std::string& name, Terms& facts);

    /// From now on the names of what is fresh depend on this text and on what was fresh since, so
    /// that the formulas of one step do not change with those of another.
    void begin_names(const std::string& scope) { scope_ = scope; }

    z3::expr fresh_constant(const std::string& name, const z3::sort& sort);
    z3::func_decl fresh_function(const std::string& name,
                                 const std::vector<z3::sort>& domain,
                                 const z3::sort& range);

    [[nodiscard]] const Layout& variable(spec::VariableId id) const { return variables_[id.value]; }

    [[nodiscard]] ComponentId timer(spec::TimerId id) const { return timers_[id.value]; }

    /// Of tracked messages: that it was sent at some time, and how often it is in flight. Rows are
    /// the sender, the addressee and the fields, as far as they are tracked.
    [[nodiscard]] std::optional<ComponentId> sent(spec::MessageId id) const {
        return sent_[id.value];
    }

    [[nodiscard]] std::optional<ComponentId> in_flight(spec::MessageId id) const {
        return in_flight_[id.value];
    }

    [[nodiscard]] const Layout& constant(spec::ConstId id) const { return constants_[id.value]; }

    [[nodiscard]] const Layout& function(spec::FunctionId id) const { return functions_[id.value]; }

    /// The content of the values of a container type, by the value.
    const Layout& content(spec::TypeId type);
    /// The process that sent a request of this type; only where the sending role has an index.
    z3::func_decl sender_of(spec::TypeId request);

    z3::sort element_sort(spec::SortId id) { return sorts_[id.value]; }

    /// Of every sort but enumerations, in the order in which they were made: Z3 tells sorts apart
    /// by this order, so another context must follow it to have the same ones.
    [[nodiscard]] const std::vector<std::string>& sort_names() const { return sort_names_; }

    [[nodiscard]] const std::map<spec::TypeId, z3::sort>& request_sorts() const {
        return requests_;
    }

    /// Where some expression of the spec asks for a majority of these processes.
    [[nodiscard]] const Majorities& majorities(spec::SortId index) const {
        return majorities_.at(index);
    }

    /// Who has stopped for ever; only for roles that may.
    [[nodiscard]] std::optional<ComponentId> stopped(spec::RoleId role) const {
        return stopped_[role.value];
    }

    /// What always holds of the symbols: lists are ordered, nothing is in flight less than never.
    [[nodiscard]] const Terms& background() const { return background_; }

    /// The part of it that is about a state, for this one.
    Terms state_facts(const SymbolicState& state);

    [[nodiscard]] bool is_indexed(spec::RoleId role) const {
        return spec().role(role).index.valid();
    }

    [[nodiscard]] bool is_container(spec::TypeId type) const {
        return spec().types.is_container(type);
    }

private:
    ComponentId add_component(const std::string& name,
                              const std::vector<z3::sort>& domain,
                              const z3::sort& range,
                              bool rigid);
    Layout build(spec::TypeId type,
                 const std::string& name,
                 const std::vector<z3::sort>& prefix,
                 bool rigid,
                 Terms& facts);

    struct ListSymbols {
        Layout layout;
        std::vector<z3::sort> prefix;
    };

    void list_facts(const ListSymbols& list, const SymbolicState& state, Terms& facts);
    void order_facts(const ListSymbols& list, const SymbolicState& state, Terms& facts);
    Terms unknown_row(const std::vector<z3::sort>& sorts);
    Terms unknown_row(ComponentId component);
    void declare_state();
    void declare_majorities();
    void declare_messages();
    void declare_rigid();

    z3::sort named_sort(const std::string& name);

    z3::context ctx_;
    std::vector<std::string> sort_names_;
    const TransitionSystem* system_;
    Relevance relevance_;
    std::vector<Component> components_;
    std::vector<z3::sort> sorts_;

    struct Enumeration {
        z3::sort sort;
        std::vector<z3::expr> values;
    };

    std::vector<Enumeration> enums_;
    std::map<spec::TypeId, z3::sort> requests_;
    std::map<spec::TypeId, z3::sort> values_;
    std::map<spec::TypeId, Layout> contents_;
    std::string scope_;
    std::map<std::string, unsigned> names_;
    std::vector<Layout> variables_;
    std::vector<ComponentId> timers_;
    std::vector<std::optional<ComponentId>> stopped_;
    std::map<spec::SortId, Majorities> majorities_;
    std::vector<std::optional<ComponentId>> sent_;
    std::vector<std::optional<ComponentId>> in_flight_;
    std::vector<Layout> constants_;
    std::vector<Layout> functions_;
    /// The lists that are part of the state.
    std::vector<ListSymbols> lists_;
    Terms background_;

public:
    [[nodiscard]] z3::expr enum_value(spec::TypeId type, std::uint32_t enumerator) const {
        return enums_[spec().types[type].declaration].values[enumerator];
    }

    [[nodiscard]] const std::vector<z3::expr>& enum_values(spec::EnumId id) const {
        return enums_[id.value].values;
    }
};

} // namespace muster::checker::smt
