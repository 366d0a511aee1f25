#include "checker/smt/component_owners.hpp"

namespace muster::checker::smt {

ComponentOwners::ComponentOwners(const Vocabulary& vocabulary) {
    const spec::TypedSpec& spec = vocabulary.spec();
    owners_.resize(vocabulary.components().size());
    for (std::uint32_t v = 0; v < spec.variables.size(); ++v) {
        Footprint owner;
        owner.variables.insert(spec::VariableId{v});
        claim(vocabulary.variable(spec::VariableId{v}), owner);
    }
    for (std::uint32_t t = 0; t < spec.timers.size(); ++t)
        owners_[vocabulary.timer(spec::TimerId{t})].timers.insert(spec::TimerId{t});
    for (std::uint32_t m = 0; m < spec.messages.size(); ++m) {
        const spec::MessageId id{m};
        for (const auto& component : {vocabulary.sent(id), vocabulary.in_flight(id)}) {
            if (component)
                owners_[*component].messages.insert(id);
        }
    }
}

Footprint ComponentOwners::of(const std::set<ComponentId>& components) const {
    Footprint result;
    for (const ComponentId component : components) {
        if (component < owners_.size())
            result.add(owners_[component]);
    }
    return result;
}

void ComponentOwners::claim(const Layout& layout, const Footprint& owner) {
    if (layout.component)
        owners_[*layout.component] = owner;
    if (layout.order)
        owners_[*layout.order] = owner;
    for (const Layout& part : layout.parts)
        claim(part, owner);
}

} // namespace muster::checker::smt
