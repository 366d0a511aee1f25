#include "checker/infer/mined_predicates.hpp"

#include "checker/explore/reads.hpp"
#include "checker/infer/substitute.hpp"
#include "spec/types/dump.hpp"
#include "spec/types/walk.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace muster::checker::infer {

namespace typed = spec::typed;
using spec::BinaryOp;
using spec::ExprId;
using spec::TypeId;
using spec::TypeKind;

namespace {

constexpr std::size_t kMaxMinedSlots = 4;
constexpr std::size_t kMaxProjectedSlots = 3;
constexpr std::size_t kMaxProjections = 1500;

class Miner {
public:
    Miner(ExprBuilder& builder, const PredicateOptions& options)
        : builder_(builder)
        , spec_(builder.spec())
        , options_(options) {}

    std::vector<Predicate> run() {
        // New expressions are made only after the walk: what is walked over must not move.
        for (const spec::PropertyInfo& property : spec_.properties) {
            if (property.kind != spec::PropertyKind::axiom) {
                visit(property.body, true);
            }
        }
        for (const spec::RoleInfo& role : spec_.roles) {
            for (const spec::MessageHandler& handler : role.handlers) {
                visit(handler.guard, false);
                visit(handler.body);
            }
            for (const spec::TimerHandler& handler : role.timer_handlers) {
                visit(handler.body);
            }
            for (const spec::ActionInfo& action : role.actions) {
                visit(action.guard, false);
                visit(action.body);
            }
        }
        for (const spec::ProcedureInfo& procedure : spec_.procedures) {
            visit(procedure.body);
        }
        for (const spec::DefInfo& def : spec_.defs) {
            visit(def.body, false);
        }
        for (const ExprId id : found_) {
            add(id);
        }
        return std::move(result_);
    }

private:
    void visit(spec::BlockId id) {
        if (!id.valid()) {
            return;
        }
        for (const typed::Statement& statement : spec_.block(id).statements) {
            spec::for_each_part(
                statement,
                [&](ExprId part) { visit(part, false); },
                [&](spec::BlockId part) { visit(part); });
        }
    }

    /// The outermost quantifier of a property is the property, and no part of one.
    void visit(ExprId id, bool is_whole) {
        if (!id.valid()) {
            return;
        }
        const typed::Expr& expr = spec_.expr(id);
        const bool is_formula = std::holds_alternative<typed::Quantifier>(expr.node) ||
                                std::holds_alternative<typed::Majority>(expr.node) ||
                                std::holds_alternative<typed::DefCall>(expr.node);
        if (is_formula && !is_whole && expr.type == spec_.types.boolean()) {
            found_.push_back(id);
        }
        spec::for_each_part(expr, [&](ExprId part) { visit(part, false); });
    }

    void add(ExprId id) {
        if (has_old(id)) {
            return;
        }
        Reads reads;
        collect_reads(spec_, id, reads);
        if (reads.may_fail) {
            return;
        }
        Predicate predicate;
        std::vector<spec::LocalId> locals;
        for (const spec::LocalId local : free_locals(spec_, id)) {
            const TypeId type = spec_.local(local).type;
            const TypeKind kind = spec_.types[type].kind;
            if (kind != TypeKind::sort && kind != TypeKind::integer) {
                return;
            }
            locals.push_back(local);
            predicate.slots.push_back(type);
        }
        if (locals.size() > kMaxMinedSlots || !is_speakable(reads)) {
            return;
        }
        predicate.reads.variables = reads.variables;
        predicate.reads.timers = reads.timers;
        for (const typed::MessagePattern* pattern : reads.patterns) {
            predicate.reads.messages.insert(pattern->message);
        }
        ExprBuilder& builder = builder_;
        predicate.build = [&builder, id, locals](const Exprs& arguments) {
            Substitution substitution;
            for (std::size_t i = 0; i < locals.size(); ++i) {
                substitution.emplace(locals[i], arguments[i]);
            }
            return substitute(builder, id, substitution);
        };
        predicate.cost = 2;
        predicate.is_quantified = true;
        // The same formula elsewhere has other locals.
        Exprs names;
        for (std::size_t i = 0; i < locals.size(); ++i) {
            names.push_back(builder.local(name(predicate.slots[i], i)));
        }
        if (known_.insert(shape(predicate.build(names))).second) {
            result_.push_back(std::move(predicate));
        }
    }

    spec::LocalId name(TypeId type, std::size_t place) {
        const auto key = std::pair(type, place);
        const auto found = names_.find(key);
        if (found != names_.end()) {
            return found->second;
        }
        return names_.emplace(key, builder_.new_local("x", type)).first->second;
    }

    /// The text of an expression without the numbers of what is bound in it.
    std::string shape(ExprId id) const {
        const std::string text = spec::dump(spec_, id);
        std::string result;
        bool in_number = false;
        for (const char c : text) {
            in_number = c == '#' || (in_number && c >= '0' && c <= '9');
            if (!in_number) {
                result += c;
            }
        }
        return result;
    }

    bool has_old(ExprId id) const {
        const typed::Expr& expr = spec_.expr(id);
        bool result = std::holds_alternative<typed::Old>(expr.node);
        spec::for_each_part(expr, [&](ExprId part) { result = result || has_old(part); });
        return result;
    }

    bool is_speakable(const Reads& reads) const {
        return std::all_of(reads.variables.begin(),
                           reads.variables.end(),
                           [&](spec::VariableId id) {
                               return options_.roles[spec_.variable(id).role.value];
                           }) &&
               std::all_of(reads.patterns.begin(),
                           reads.patterns.end(),
                           [&](const typed::MessagePattern* pattern) {
                               const std::size_t m = pattern->message.value;
                               return options_.messages[m] &&
                                      (pattern->in_flight || options_.history[m]);
                           });
    }

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    const PredicateOptions& options_;
    std::vector<ExprId> found_;
    std::set<std::string> known_;
    std::map<std::pair<TypeId, std::size_t>, spec::LocalId> names_;
    std::vector<Predicate> result_;
};

class Projector {
public:
    Projector(ExprBuilder& builder, const std::vector<Predicate>& predicates)
        : builder_(builder)
        , spec_(builder.spec())
        , predicates_(predicates) {}

    std::vector<Predicate> run() {
        for (const Predicate& predicate : predicates_) {
            // A guard held for some witness when something was done.
            if (says_something_holds(predicate) || predicate.is_quantified) {
                add_all_subsets(predicate);
            }
        }
        for (std::size_t i = 0; i < predicates_.size(); ++i) {
            for (std::size_t j = i + 1; j < predicates_.size(); ++j) {
                pair_up(predicates_[i], predicates_[j]);
            }
        }
        return std::move(result_);
    }

private:
    /// A predicate and which of its slots are bound: those with a number of what is bound.
    struct Part {
        const Predicate* predicate;
        std::vector<std::optional<std::size_t>> bound;
    };

    bool is_sort(TypeId type) const { return spec_.types[type].kind == TypeKind::sort; }

    static bool says_something_holds(const Predicate& predicate) {
        return !predicate.is_equality && !predicate.guard && predicate.says_something_is_there;
    }

    void add_all_subsets(const Predicate& predicate) {
        const std::size_t count = predicate.slots.size();
        for (std::uint32_t chosen = 1; chosen < (1U << count); ++chosen) {
            Part part{&predicate, std::vector<std::optional<std::size_t>>(count)};
            std::vector<TypeId> types;
            bool are_sorts = true;
            for (std::size_t s = 0; s < count; ++s) {
                if ((chosen >> s & 1U) != 0) {
                    part.bound[s] = types.size();
                    types.push_back(predicate.slots[s]);
                    are_sorts = are_sorts && is_sort(predicate.slots[s]);
                }
            }
            if (are_sorts) {
                add({part}, types);
            }
        }
    }

    void pair_up(const Predicate& a, const Predicate& b) {
        if (!says_something_holds(a) || !says_something_holds(b) || a.is_quantified ||
            b.is_quantified || (a.is_rigid() && b.is_rigid())) {
            return;
        }
        for (std::size_t i = 0; i < a.slots.size(); ++i) {
            for (std::size_t j = 0; j < b.slots.size(); ++j) {
                if (!is_sort(a.slots[i]) || a.slots[i] != b.slots[j]) {
                    continue;
                }
                Part first{&a, std::vector<std::optional<std::size_t>>(a.slots.size())};
                Part second{&b, std::vector<std::optional<std::size_t>>(b.slots.size())};
                first.bound[i] = 0;
                second.bound[j] = 0;
                add({first, second}, {a.slots[i]});
            }
        }
    }

    /// `exists` over the bound slots of all parts; the others are the slots of the result.
    void add(const std::vector<Part>& parts, const std::vector<TypeId>& bound) {
        Predicate predicate;
        std::vector<std::pair<Build, std::vector<std::optional<std::size_t>>>> pieces;
        for (const Part& part : parts) {
            pieces.emplace_back(part.predicate->build, part.bound);
            for (std::size_t s = 0; s < part.predicate->slots.size(); ++s) {
                if (!part.bound[s]) {
                    predicate.slots.push_back(part.predicate->slots[s]);
                }
            }
            predicate.reads.add(part.predicate->reads);
            predicate.cost += part.predicate->cost + 1;
        }
        if (predicate.slots.size() > kMaxProjectedSlots || result_.size() >= kMaxProjections) {
            return;
        }
        ExprBuilder& builder = builder_;
        predicate.build = [&builder, pieces, bound](const Exprs& arguments) {
            const spec::TypedSpec& spec = builder.spec();
            typed::Quantifier exists{spec::QuantifierKind::exists, {}, {}};
            for (const TypeId type : bound) {
                const char letter = spec.sorts[spec.types[type].declaration].name.front();
                const std::string name(
                    1, static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
                exists.binders.push_back({builder.new_local(name, type), {}});
            }
            Exprs formulas;
            std::size_t next = 0;
            for (const auto& [build, places] : pieces) {
                Exprs own;
                for (const auto& place : places) {
                    own.push_back(place ? builder.local(exists.binders[*place].local)
                                        : arguments[next++]);
                }
                formulas.push_back(build(own));
            }
            exists.body = builder.all(formulas, BinaryOp::logical_and);
            return builder.truth(std::move(exists));
        };
        predicate.is_quantified = true;
        predicate.is_projection = true;
        result_.push_back(std::move(predicate));
    }

    ExprBuilder& builder_;
    spec::TypedSpec& spec_;
    const std::vector<Predicate>& predicates_;
    std::vector<Predicate> result_;
};

} // namespace

std::vector<Predicate> mine_predicates(ExprBuilder& builder, const PredicateOptions& options) {
    return Miner(builder, options).run();
}

std::vector<Predicate> project_predicates(ExprBuilder& builder,
                                          const std::vector<Predicate>& predicates) {
    return Projector(builder, predicates).run();
}

} // namespace muster::checker::infer
