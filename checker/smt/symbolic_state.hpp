#pragma once

#include "checker/smt/vocabulary.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace muster::checker::smt {

/// A state in terms of another one: a component is either the symbol itself or a closure. Cheap to
/// copy; closures that are built from a state keep it as it was.
class SymbolicState {
public:
    explicit SymbolicState(const Vocabulary& vocabulary)
        : vocabulary_(&vocabulary)
        , changed_(std::make_shared<std::map<ComponentId, Closure>>()) {}

    [[nodiscard]] z3::expr read(ComponentId component, const Terms& arguments) const;
    void set(ComponentId component, Closure closure);

    /// What differs from the symbols.
    [[nodiscard]] const std::map<ComponentId, Closure>& changed() const { return *changed_; }

    [[nodiscard]] bool is_same(ComponentId component, const SymbolicState& other) const;

private:
    const Vocabulary* vocabulary_;
    std::shared_ptr<const std::map<ComponentId, Closure>> changed_;
};

/// The value that stands at a layout in a state.
Sym view(Vocabulary& vocabulary,
         const Layout& layout,
         const Terms& prefix,
         const SymbolicState& state);

/// How a component's new value depends on its own arguments behind the written place.
using ValueAt = std::function<Sym(const Terms& inner)>;

/// Called for every component under a layout, with the closure of the new value's part; the
/// closure takes the arguments behind `prefix`.
void for_each_part(Vocabulary& vocabulary,
                   const Layout& layout,
                   const ValueAt& value,
                   const std::function<void(ComponentId, const Closure&)>& visit);

/// The equality of two values of one type.
z3::expr same_values(Vocabulary& vocabulary, const Sym& a, const Sym& b);
Sym choose_value(Vocabulary& vocabulary, const z3::expr& condition, const Sym& a, const Sym& b);

} // namespace muster::checker::smt
