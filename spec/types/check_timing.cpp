#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

namespace muster::spec {

LocalId TypeChecker::bind_timing(const std::optional<ast::Name>& name,
                                 TypeId type,
                                 const ast::Name& owner) {
    if (name.has_value() != type.valid()) {
        diagnostics_.report(
            {.code = Code::wrong_argument_count,
             .message = fmt::format(
                 "`{}` {}", owner.text, type.valid() ? "needs a name in brackets" : "has no index"),
             .primary = {name ? name->span : owner.span, ""},
             .help = type.valid()
                         ? fmt::format("write `{}[x]`; the condition may use `x`", owner.text)
                         : ""});
        return LocalId{};
    }
    return type.valid() ? declare_local(*name, type) : LocalId{};
}

void TypeChecker::check_timing(std::size_t index) {
    const ast::TimingDecl& decl = *resolved_.timing_decls[index];
    const auto role = find_role(decl.role, "the timer of a role is needed here");
    if (!role) {
        return;
    }
    const auto timer = find_timer(*role, decl.timer);
    if (!timer) {
        return;
    }
    const Scope scope(*this);
    Surroundings around;
    around.property = true;
    const Surround surround(*this, around);
    TimingAssumption timing = typed_.timing[index];
    timing.timer = *timer;
    timing.process = bind_timing(decl.process, index_type(*role), decl.role);
    timing.key = bind_timing(decl.key, typed_.timer(timing.timer).key_type, decl.timer);
    timing.condition = expect_boolean(decl.condition);
    typed_.timing[index] = std::move(timing);
}

} // namespace muster::spec
