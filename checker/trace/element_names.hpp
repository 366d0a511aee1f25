#pragma once

#include "spec/types/typed_spec.hpp"

#include <map>
#include <string>
#include <vector>

namespace muster::checker {

/// Names for the elements of sorts in one text: `m1`, `m2` for the sort MemberId, in the order in
/// which they are first asked for, so that the same run always reads the same. Sorts that share
/// their first letter are told apart: the later ones use their whole name, `metadata1`. Elements
/// that an instance or a test names keep these names, which are given to no other.
class ElementNames {
public:
    explicit ElementNames(const spec::TypedSpec& spec);
    /// `given` has the names of elements by sort, as a universe does.
    ElementNames(const spec::TypedSpec& spec, std::vector<std::vector<std::string>> given);
    std::string name(spec::SortId sort, std::int64_t element);

private:
    std::vector<std::vector<std::string>> given_;
    std::vector<std::string> prefixes_; // by sort

    struct MadeUp {
        std::map<std::int64_t, std::string> names; // by element
        std::size_t last = 0;                      // number that was tried
    };

    std::vector<MadeUp> made_up_; // by sort
};

} // namespace muster::checker
