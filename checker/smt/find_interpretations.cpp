#include "checker/smt/find_interpretations.hpp"

#include "checker/smt/query.hpp"
#include "checker/smt/read_model.hpp"

#include <algorithm>

namespace muster::checker::smt {

namespace {

constexpr unsigned kTimeoutMs = 1000;
constexpr std::size_t kMaxFacts = 400;
constexpr std::size_t kFactsForEach = 12;
constexpr int kGreatestInteger = 3;

class Finder {
public:
    Finder(Vocabulary& vocabulary, const Terms& axioms, const InterpretationRequest& request)
        : vocabulary_(vocabulary)
        , request_(request)
        , solver_(make_solver(vocabulary.ctx(), kTimeoutMs, request.seed))
        , random_(mix_hash(request.seed, 1)) {
        for (const z3::expr& term : append(vocabulary_.background(), axioms))
            solver_.add(term);
        name_elements();
        for (const Component& component : vocabulary_.components()) {
            if (component.rigid && facts_.size() < kMaxFacts)
                collect_facts(component.symbol);
        }
    }

    std::vector<Interpretation> run() {
        std::vector<Interpretation> result;
        while (result.size() < request_.count) {
            const auto model = some_model();
            if (!model)
                break;
            try {
                ModelReader reader(vocabulary_, *model);
                const State state = reader.state();
                Interpretation found{reader.universe(), {}};
                for (const auto& values : state.variables)
                    found.state.variables.emplace_back(values.size());
                found.state.used.resize(state.used.size());
                found.state.functions = state.functions;
                found.state.constants = state.constants;
                result.push_back(std::move(found));
            } catch (const Unsupported&) {
                break; // too large to be of use, and so would be the others
            }
        }
        return result;
    }

private:
    void name_elements() {
        for (std::uint32_t s = 0; s < request_.sort_sizes.size(); ++s) {
            const z3::sort sort = vocabulary_.element_sort(spec::SortId{s});
            const z3::expr x = vocabulary_.fresh_constant("x", sort);
            Terms all;
            Terms cases;
            for (std::uint32_t i = 0; i < request_.sort_sizes[s]; ++i) {
                all.push_back(vocabulary_.fresh_constant("element", sort));
                cases.push_back(x == all.back());
                for (std::uint32_t j = 0; j < i; ++j)
                    solver_.add(all[j] != all[i]);
            }
            solver_.add(for_all({x}, disjunction(vocabulary_.ctx(), cases)));
            elements_.push_back(std::move(all));
        }
    }

    Terms elements_of(const z3::sort& sort) const {
        for (const Terms& all : elements_) {
            if (!all.empty() && z3::eq(all.front().get_sort(), sort))
                return all;
        }
        return {};
    }

    /// Ground facts about a function or constant, which steer the solver to different models.
    void collect_facts(const z3::func_decl& symbol) {
        std::vector<Terms> rows{{}};
        for (unsigned a = 0; a < symbol.arity(); ++a) {
            std::vector<Terms> longer;
            for (const Terms& row : rows) {
                for (const z3::expr& element : elements_of(symbol.domain(a)))
                    longer.push_back(append(row, {element}));
            }
            rows = std::move(longer);
        }
        Terms values;
        for (const Terms& row : rows) {
            if (facts_.size() >= kMaxFacts)
                return;
            z3::expr_vector arguments(vocabulary_.ctx());
            for (const z3::expr& term : row)
                arguments.push_back(term);
            const z3::expr value = symbol(arguments);
            if (value.is_bool()) {
                facts_.push_back(value);
                continue;
            }
            if (value.is_int())
                solver_.add(value >= 0 && value <= kGreatestInteger);
            for (const z3::expr& element : elements_of(value.get_sort()))
                facts_.push_back(value == element);
            for (const z3::expr& other : values) {
                facts_.push_back(value == other);
                if (value.is_int())
                    facts_.push_back(value < other);
            }
            values.push_back(value);
        }
    }

    std::optional<z3::model> some_model() {
        if (smt::check(solver_) != z3::sat)
            return std::nullopt;
        z3::model best = solver_.get_model();
        unsigned levels = 0;
        for (std::size_t i = 0; i < kFactsForEach && !facts_.empty(); ++i) {
            random_ = mix_hash(random_, i + 1);
            const z3::expr& fact = facts_[random_ % facts_.size()];
            solver_.push();
            ++levels;
            solver_.add((random_ >> 40U) % 2 == 0 ? fact : !fact);
            const z3::check_result answer = smt::check(solver_);
            if (answer == z3::sat) {
                best = solver_.get_model();
                continue;
            }
            solver_.pop();
            --levels;
            if (answer == z3::unknown)
                break;
        }
        solver_.pop(levels);
        return best;
    }

    Vocabulary& vocabulary_;
    const InterpretationRequest& request_;
    z3::solver solver_;
    std::uint64_t random_;
    std::vector<Terms> elements_;
    Terms facts_;
};

} // namespace

std::vector<Interpretation> find_interpretations(Vocabulary& vocabulary,
                                                 const Terms& axioms,
                                                 const InterpretationRequest& request) {
    return Finder(vocabulary, axioms, request).run();
}

} // namespace muster::checker::smt
