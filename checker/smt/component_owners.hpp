#pragma once

#include "checker/smt/footprint.hpp"
#include "checker/smt/vocabulary.hpp"

#include <set>
#include <vector>

namespace muster::checker::smt {

/// Which part of the state each component belongs to.
class ComponentOwners {
public:
    explicit ComponentOwners(const Vocabulary& vocabulary);

    [[nodiscard]] Footprint of(const std::set<ComponentId>& components) const;

private:
    void claim(const Layout& layout, const Footprint& owner);

    std::vector<Footprint> owners_;
};

} // namespace muster::checker::smt
