#include "checker/smt/small_model.hpp"

#include "checker/smt/query.hpp"

namespace muster::checker::smt {

namespace {

std::vector<z3::sort> sorts_of(z3::context& ctx, const z3::model& model) {
    std::vector<z3::sort> result;
    for (unsigned i = 0; i < Z3_model_get_num_sorts(ctx, model); ++i)
        result.emplace_back(ctx, Z3_model_get_sort(ctx, model, i));
    return result;
}

} // namespace

z3::model small_model(z3::solver& solver, unsigned max_elements, const Patience& patience) {
    z3::model best = solver.get_model();
    limit_effort(solver, patience.for_smaller);
    unsigned levels = 0;
    bool go_on = true;
    for (const z3::sort& sort : sorts_of(solver.ctx(), best)) {
        for (unsigned size = 1; go_on && size <= max_elements; ++size) {
            solver.push();
            solver.add(at_most(sort, size));
            const z3::check_result answer = smt::check(solver);
            if (answer == z3::sat) {
                best = solver.get_model();
                ++levels;
                break;
            }
            solver.pop();
            go_on = answer == z3::unsat;
        }
    }
    solver.pop(levels);
    limit_effort(solver, patience.ordinary);
    return best;
}

} // namespace muster::checker::smt
