#pragma once

#include "checker/infer/predicate.hpp"

#include <map>
#include <utility>
#include <vector>

namespace muster::checker::infer {

/// Locals that stand for the slots of predicates. Those of one type and place are shared: no two
/// predicates are evaluated at once.
class Parameters {
public:
    explicit Parameters(const ExprBuilder& builder)
        : builder_(builder) {}

    std::vector<spec::LocalId> of(const std::vector<spec::TypeId>& slots) {
        std::vector<spec::LocalId> result;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const auto key = std::pair(slots[i], i);
            auto found = known_.find(key);
            if (found == known_.end()) {
                found = known_.emplace(key, builder_.new_local("parameter", slots[i])).first;
            }
            result.push_back(found->second);
        }
        return result;
    }

    [[nodiscard]] Exprs values(const std::vector<spec::LocalId>& locals) const {
        Exprs result;
        for (const spec::LocalId local : locals) {
            result.push_back(builder_.local(local));
        }
        return result;
    }

private:
    const ExprBuilder& builder_;
    std::map<std::pair<spec::TypeId, std::size_t>, spec::LocalId> known_;
};

} // namespace muster::checker::infer
