#include "checker/check/searchable.hpp"

#include "spec/types/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::checker {
namespace {

class PatternFinder {
public:
    explicit PatternFinder(const spec::TypedSpec& spec)
        : spec_(spec)
        , seen_(spec.defs.size(), false) {}

    void visit(spec::ExprId id) {
        if (!id.valid()) {
            return;
        }
        const spec::typed::Expr& expr = spec_.expr(id);
        if (const auto* pattern = std::get_if<spec::typed::MessagePattern>(&expr.node)) {
            found_.push_back(pattern);
        }
        if (const auto* call = std::get_if<spec::typed::DefCall>(&expr.node);
            call != nullptr && !seen_[call->def.value]) {
            seen_[call->def.value] = true;
            visit(spec_.def(call->def).body);
        }
        spec::for_each_part(expr, [this](spec::ExprId part) { visit(part); });
    }

    [[nodiscard]] const std::vector<const spec::typed::MessagePattern*>& found() const {
        return found_;
    }

private:
    const spec::TypedSpec& spec_;
    std::vector<bool> seen_; // by def
    std::vector<const spec::typed::MessagePattern*> found_;
};

bool has(const std::vector<spec::FaultInfo>& faults, const spec::FaultInfo& fault) {
    return std::find(faults.begin(), faults.end(), fault) != faults.end();
}

} // namespace

std::optional<std::string> why_not_searched(const spec::TypedSpec& spec,
                                            const std::vector<spec::FaultInfo>& without,
                                            std::size_t property) {
    PatternFinder patterns(spec);
    patterns.visit(spec.properties[property].body);
    for (const spec::typed::MessagePattern* pattern : patterns.found()) {
        const spec::MessageInfo& message = spec.message(pattern->message);
        const spec::FaultInfo arbitrary{spec::FaultKind::arbitrary, message.from};
        if (has(spec.faults, arbitrary) && !has(without, arbitrary)) {
            return fmt::format("searches do not keep what an arbitrary role sends, and it asks for "
                               "`{}` of `{}`",
                               message.name,
                               spec.role(message.from).name);
        }
    }
    return std::nullopt;
}

} // namespace muster::checker
