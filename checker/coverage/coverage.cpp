#include "checker/coverage/coverage.hpp"

#include <algorithm>

namespace muster::checker {
namespace {

void add_conjuncts(const spec::TypedSpec& spec,
                   spec::ExprId condition,
                   std::vector<spec::ExprId>& parts) {
    const auto* both = std::get_if<spec::typed::Binary>(&spec.expr(condition).node);
    if (both != nullptr && both->op == spec::BinaryOp::logical_and) {
        add_conjuncts(spec, both->left, parts);
        add_conjuncts(spec, both->right, parts);
    } else {
        parts.push_back(condition);
    }
}

enum class Truth { is_true, is_false, undefined };

Truth truth_of(Interpreter& interpreter, spec::ExprId part) {
    try {
        return interpreter.eval(part).truth() ? Truth::is_true : Truth::is_false;
    } catch (const Undefined&) {
        return Truth::undefined;
    }
}

} // namespace

Coverage::Coverage(const spec::TypedSpec& spec)
    : spec_(spec)
    , ran_(spec.blocks.size())
    , was_true_(spec.exprs.size())
    , was_false_(spec.exprs.size())
    , alone_(spec.exprs.size()) {}

void Coverage::decided(Interpreter& interpreter, spec::ExprId condition, bool truth) {
    if (is_looking_) {
        return;
    }
    if (truth) {
        was_true_[condition.value] = true;
        return;
    }
    was_false_[condition.value] = true;
    look_at_conjuncts(interpreter, condition);
}

void Coverage::look_at_conjuncts(Interpreter& interpreter, spec::ExprId condition) {
    const std::vector<spec::ExprId> parts = conjuncts_of(spec_, condition);
    const bool is_known = std::all_of(
        parts.begin(), parts.end(), [&](spec::ExprId part) { return alone_[part.value]; });
    if (is_known) {
        return;
    }
    is_looking_ = true;
    std::vector<spec::ExprId> are_false;
    for (const spec::ExprId part : parts) {
        if (truth_of(interpreter, part) == Truth::is_false) {
            are_false.push_back(part);
        }
    }
    is_looking_ = false;
    if (are_false.size() == 1) {
        alone_[are_false.front().value] = true;
    }
}

std::vector<spec::ExprId> conjuncts_of(const spec::TypedSpec& spec, spec::ExprId condition) {
    std::vector<spec::ExprId> parts;
    add_conjuncts(spec, condition, parts);
    return parts;
}

void Coverage::write(ByteWriter& out) const {
    BitWriter bits(out);
    for (const std::vector<bool>* seen : {&ran_, &was_true_, &was_false_, &alone_}) {
        for (const bool is_seen : *seen) {
            bits.bits(is_seen ? 1 : 0, 1);
        }
    }
    bits.finish();
}

void Coverage::read(ByteReader& in) {
    BitReader bits(in);
    for (std::vector<bool>* seen : {&ran_, &was_true_, &was_false_, &alone_}) {
        for (auto is_seen : *seen) {
            is_seen = bits.bits(1) == 1 || is_seen;
        }
    }
}

} // namespace muster::checker
