#include "checker/smt/fragment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::checker::smt {

namespace {

/// Whether a subformula is asserted, denied, or perhaps either (below an equivalence).
enum class Polarity { asserted, denied, either };

Polarity flip(Polarity polarity) {
    switch (polarity) {
    case Polarity::asserted:
        return Polarity::denied;
    case Polarity::denied:
        return Polarity::asserted;
    case Polarity::either:
        break;
    }
    return Polarity::either;
}

/// Truth values and enumerations have no chains: their elements are all there from the start.
bool is_finite(const z3::sort& sort) {
    return sort.is_bool() || sort.is_datatype();
}

bool is_sum_or_product(const z3::expr& term) {
    if (!term.is_app())
        return false;
    switch (term.decl().decl_kind()) {
    case Z3_OP_ADD:
    case Z3_OP_SUB:
    case Z3_OP_UMINUS:
    case Z3_OP_MUL:
    case Z3_OP_DIV:
    case Z3_OP_IDIV:
    case Z3_OP_REM:
    case Z3_OP_MOD:
        return true;
    default:
        return false;
    }
}

bool is_product_of_unknowns(const z3::expr& term) {
    if (!term.is_app())
        return false;
    switch (term.decl().decl_kind()) {
    case Z3_OP_MUL: {
        unsigned unknown = 0;
        for (unsigned i = 0; i < term.num_args(); ++i)
            unknown += term.arg(i).is_numeral() ? 0 : 1;
        return unknown > 1;
    }
    case Z3_OP_DIV:
    case Z3_OP_IDIV:
    case Z3_OP_REM:
    case Z3_OP_MOD:
        return !term.arg(1).is_numeral();
    default:
        return false;
    }
}

std::string name_of(const z3::sort& sort) {
    return sort.is_int() ? "int" : sort.name().str();
}

} // namespace

/// Walks through one formula. A bound variable counts as the universal variables that it depends
/// on: a universal one as itself, an existential one as those that its witness is made of.
class FragmentWalk {
public:
    FragmentWalk(Fragment& fragment, const std::string& source)
        : fragment_(fragment)
        , source_(source) {}

    void visit(const z3::expr& term, Polarity polarity) {
        if (!seen_.insert({term.id(), scope_id(), polarity}).second)
            return;
        kept_.push_back(term);
        if (term.is_quantifier()) {
            visit_quantifier(term, polarity);
        } else if (term.is_app()) {
            if (term.is_bool())
                visit_connective(term, polarity);
            else
                visit_term(term);
        }
    }

private:
    /// The sorts of the universal variables that a term depends on.
    using Dependencies = std::set<std::string>;

    struct Binder {
        Dependencies dependencies;
        bool is_integer = false;
    };

    void visit_quantifier(const z3::expr& quantifier, Polarity polarity) {
        const auto raw = static_cast<Z3_ast>(quantifier);
        z3::context& ctx = quantifier.ctx();
        const unsigned count = Z3_get_quantifier_num_bound(ctx, raw);
        const bool is_universal =
            quantifier.is_forall() ? polarity != Polarity::denied : polarity != Polarity::asserted;
        const bool is_existential =
            quantifier.is_forall() ? polarity != Polarity::asserted : polarity != Polarity::denied;
        const Dependencies outside = dependencies(quantifier);
        std::vector<Binder> binders;
        for (unsigned i = 0; i < count; ++i) {
            const z3::sort sort(ctx, Z3_get_quantifier_bound_sort(ctx, raw, i));
            Binder binder{{}, sort.is_int()};
            if (is_existential) {
                binder.dependencies = outside;
                for (const std::string& from : outside)
                    link(from, sort, "");
            }
            if (is_universal && !is_finite(sort))
                binder.dependencies.insert(name_of(sort));
            binders.push_back(std::move(binder));
        }
        scopes_.push_back(next_scope_++);
        binders_.insert(binders_.end(), binders.begin(), binders.end());
        visit(quantifier.body(), polarity);
        binders_.resize(binders_.size() - count);
        scopes_.pop_back();
    }

    void visit_connective(const z3::expr& formula, Polarity polarity) {
        if (formula.is_and() || formula.is_or()) {
            visit_arguments(formula, polarity);
        } else if (formula.is_not()) {
            visit(formula.arg(0), flip(polarity));
        } else if (formula.is_implies()) {
            visit(formula.arg(0), flip(polarity));
            visit(formula.arg(1), polarity);
        } else if (formula.is_ite()) {
            visit(formula.arg(0), Polarity::either);
            visit(formula.arg(1), polarity);
            visit(formula.arg(2), polarity);
        } else if (formula.is_eq() && formula.arg(0).is_bool()) {
            visit_arguments(formula, Polarity::either);
        } else {
            visit_term(formula);
        }
    }

    void visit_arguments(const z3::expr& term, Polarity polarity) {
        for (unsigned i = 0; i < term.num_args(); ++i)
            visit(term.arg(i), polarity);
    }

    /// A term, or an atom.
    void visit_term(const z3::expr& term) {
        const bool is_arithmetic = is_sum_or_product(term);
        if (is_product_of_unknowns(term) || (is_arithmetic && has_quantified_integer(term)))
            fragment_.arithmetic_.insert(source_);
        const bool is_function = term.decl().decl_kind() == Z3_OP_UNINTERPRETED &&
                                 term.num_args() > 0 && !term.is_bool();
        for (unsigned i = 0; i < term.num_args(); ++i) {
            const z3::expr argument = term.arg(i);
            visit(argument, Polarity::either);
            // A function of what is fixed gives one more fixed thing, and no chain.
            if (is_function && !is_finite(argument.get_sort()) && !dependencies(argument).empty())
                link(name_of(argument.get_sort()), term.get_sort(), term.decl().name().str());
        }
    }

    void link(const std::string& from, const z3::sort& to, const std::string& function) {
        if (is_finite(to))
            return;
        fragment_.links_.try_emplace({from, name_of(to)},
                                     SortLink{from, name_of(to), function, source_});
    }

    /// Calls for every bound variable that occurs free in a term, once for each occurrence.
    template <class Call>
    void for_each_free(const z3::expr& term, unsigned depth, const Call& call) const {
        if (term.is_var()) {
            const unsigned index = Z3_get_index_value(term.ctx(), term);
            if (index >= depth)
                call(binders_[binders_.size() - 1 - (index - depth)]);
        } else if (term.is_quantifier()) {
            const unsigned count =
                Z3_get_quantifier_num_bound(term.ctx(), static_cast<Z3_ast>(term));
            for_each_free(term.body(), depth + count, call);
        } else if (term.is_app()) {
            for (unsigned i = 0; i < term.num_args(); ++i)
                for_each_free(term.arg(i), depth, call);
        }
    }

    Dependencies dependencies(const z3::expr& term) const {
        Dependencies result;
        for_each_free(term, 0, [&](const Binder& binder) {
            result.insert(binder.dependencies.begin(), binder.dependencies.end());
        });
        return result;
    }

    bool has_quantified_integer(const z3::expr& term) const {
        bool result = false;
        for_each_free(term, 0, [&](const Binder& binder) {
            result = result || (binder.is_integer && !binder.dependencies.empty());
        });
        return result;
    }

    [[nodiscard]] unsigned scope_id() const { return scopes_.empty() ? 0 : scopes_.back(); }

    Fragment& fragment_;
    const std::string& source_;
    std::vector<Binder> binders_;
    /// One number for each quantifier that is being walked through, the outermost first.
    std::vector<unsigned> scopes_;
    unsigned next_scope_ = 1;
    std::set<std::tuple<unsigned, unsigned, Polarity>> seen_;
    std::vector<z3::expr> kept_; // so that the ids in `seen_` cannot be given to other terms
};

void Fragment::add(const z3::expr& formula, const std::string& source) {
    FragmentWalk(*this, source).visit(formula, Polarity::asserted);
}

void Fragment::add(const Terms& formulas, const std::string& source) {
    for (const z3::expr& formula : formulas)
        add(formula, source);
}

void Fragment::add(const Fragment& other) {
    links_.insert(other.links_.begin(), other.links_.end());
    arithmetic_.insert(other.arithmetic_.begin(), other.arithmetic_.end());
}

namespace {

using Links = std::map<std::pair<std::string, std::string>, SortLink>;

/// The links of a shortest way from a sort back to itself; none if there is no way.
std::vector<SortLink> cycle_through(const std::string& start, const Links& links) {
    std::map<std::string, const SortLink*> reached_by;
    std::vector<std::string> open{start};
    for (std::size_t next = 0; next < open.size() && !reached_by.contains(start); ++next) {
        for (const auto& [ends, link] : links) {
            if (link.from == open[next] && reached_by.try_emplace(link.to, &link).second)
                open.push_back(link.to);
        }
    }
    std::vector<SortLink> result;
    if (!reached_by.contains(start))
        return result;
    std::string at = start;
    do {
        const SortLink& link = *reached_by.at(at);
        result.push_back(link);
        at = link.from;
    } while (at != start);
    std::reverse(result.begin(), result.end());
    return result;
}

/// A symbol's name without what the encoding adds to it: a number, the state that it belongs to,
/// the piece of the value that it stands for.
std::string plain(const std::string& symbol) {
    std::string name = symbol.substr(0, symbol.find('!'));
    for (const std::string_view ending : {" after", "[]", ".value"}) {
        if (name.ends_with(ending))
            name.resize(name.size() - ending.size());
    }
    return name;
}

std::string describe(const SortLink& link) {
    const std::string place = link.source.empty() ? "" : " in " + link.source;
    if (!link.function.empty())
        return fmt::format(
            "`{}` takes {} to {}{}", plain(link.function), link.from, link.to, place);
    return fmt::format("for every {} there is {} {}{}",
                       link.from,
                       link.from == link.to ? "another" : "some",
                       link.to,
                       place);
}

} // namespace

FragmentVerdict Fragment::verdict() const {
    FragmentVerdict result;
    std::set<std::string> sorts;
    for (const auto& [ends, link] : links_)
        sorts.insert(link.from);
    for (const std::string& sort : sorts) {
        const std::vector<SortLink> cycle = cycle_through(sort, links_);
        if (!cycle.empty() && (result.cycle.empty() || cycle.size() < result.cycle.size()))
            result.cycle = cycle;
    }
    result.arithmetic.assign(arithmetic_.begin(), arithmetic_.end());
    return result;
}

std::string why_outside(const FragmentVerdict& verdict) {
    std::string result;
    for (const SortLink& link : verdict.cycle)
        result += (result.empty() ? "" : ", and ") + describe(link);
    if (!verdict.arithmetic.empty()) {
        result += result.empty() ? "" : "; ";
        result += "arithmetic on integers that a quantifier ranges over, or a product of unknowns, "
                  "in " +
                  verdict.arithmetic.front();
        if (verdict.arithmetic.size() > 1)
            result += fmt::format(" and {} more", verdict.arithmetic.size() - 1);
    }
    return result;
}

std::string remedy(const FragmentVerdict& verdict) {
    if (!verdict.cycle.empty()) {
        const bool has_alternation =
            std::any_of(verdict.cycle.begin(), verdict.cycle.end(), [](const SortLink& link) {
                return link.function.empty();
            });
        if (has_alternation)
            return "keep what the existential quantifier asks for in a ghost variable, set where "
                   "it comes to be, and speak of that variable instead";
        return "keep one of these functions as a set of pairs instead";
    }
    if (!verdict.arithmetic.empty())
        return "compare, copy and count up integers outside of quantifiers only";
    return "";
}

} // namespace muster::checker::smt
