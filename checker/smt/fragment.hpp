#pragma once

#include "checker/smt/term.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

/// Whether a set of formulas lies in a fragment that Z3 decides, found out before it is asked.
///
/// Sorts are stratified when no chain of terms leads from a sort back to itself. A chain has a link
/// from A to B where a function takes an A to a B, and where a formula says that for every A there
/// is a B: the witness is such a function in disguise. Without a cycle only finitely many terms can
/// be built, and instantiating the quantifiers with these is complete (Ge and de Moura, "Complete
/// instantiation for quantified formulas in satisfiability modulo theories", 2009). Integers under
/// a quantifier may be compared and be arguments; sums and products of them leave the fragment.
namespace muster::checker::smt {

/// From one sort to another, and what makes it so.
struct SortLink {
    std::string from;
    std::string to;
    /// The function's name; empty where an alternation of quantifiers is the link.
    std::string function;
    /// Where it stands, in words: `lemma owner_is_member`, `the body of server.commit`.
    std::string source;
};

struct FragmentVerdict {
    /// A shortest cycle of links, in order; empty where sorts are stratified.
    std::vector<SortLink> cycle;
    /// Where integers that a quantifier ranges over are added or multiplied, or where two unknown
    /// integers are multiplied; in words, as `SortLink::source`.
    std::vector<std::string> arithmetic;

    [[nodiscard]] bool is_decided() const { return cycle.empty() && arithmetic.empty(); }
};

/// One line for a person: what takes the formulas out of the fragment. Empty if nothing does.
std::string why_outside(const FragmentVerdict& verdict);
/// What a person can do about it. Empty if there is nothing to do.
std::string remedy(const FragmentVerdict& verdict);

/// Collects formulas that are asserted together.
class Fragment {
public:
    void add(const z3::expr& formula, const std::string& source);
    void add(const Terms& formulas, const std::string& source);
    /// Everything that another one has collected.
    void add(const Fragment& other);

    [[nodiscard]] FragmentVerdict verdict() const;

private:
    friend class FragmentWalk;

    /// By both sorts; of several links the first one that was found speaks for all.
    std::map<std::pair<std::string, std::string>, SortLink> links_;
    std::set<std::string> arithmetic_;
};

} // namespace muster::checker::smt
