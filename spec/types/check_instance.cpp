#include "spec/diagnostics/list_names.hpp"
#include "spec/types/type_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace muster::spec {

namespace {

/// Exploration of anything larger would not come to an end.
constexpr std::int64_t kMaxSortSize = 64;

} // namespace

bool TypeChecker::names_a_sort(const ast::InstanceItem& item) const {
    if (item.path.size() != 1 || item.kind != ast::BoundKind::equal) {
        return false;
    }
    const Symbol* symbol = Symbols::find(resolved_.symbols.global, item.path.front().text);
    return symbol != nullptr && symbol->kind == SymbolKind::sort;
}

void TypeChecker::check_instance(std::size_t index) {
    const ast::InstanceDecl& decl = *resolved_.instance_decls[index];
    InstanceInfo& instance = typed_.instances[index];
    const Scope scope(*this);
    given_ = {};
    // Elements first: the values of constants may name them, wherever they stand.
    for (const ast::InstanceItem& item : decl.items) {
        if (names_a_sort(item)) {
            check_sort_size(item, instance);
        }
    }
    const auto unknown = [&](const ast::InstanceItem& item) {
        return item.path.size() == 1 &&
               Symbols::find(resolved_.symbols.global, item.path.front().text) == nullptr;
    };
    for (const ast::InstanceItem& item : decl.items) {
        if (unknown(item)) {
            declare_elements_of_unknown(item);
        }
    }
    for (const ast::InstanceItem& item : decl.items) {
        if (!names_a_sort(item)) {
            check_instance_item(item, instance);
        }
    }
    std::sort(instance.sorts.begin(), instance.sorts.end(), [](const auto& a, const auto& b) {
        return a.sort < b.sort;
    });
    if (std::any_of(decl.items.begin(), decl.items.end(), unknown)) { // it is probably a sort
        return;
    }
    std::vector<std::string> missing;
    auto next = instance.sorts.begin();
    for (std::uint32_t i = 0; i < typed_.sorts.size(); ++i) {
        if (next != instance.sorts.end() && next->sort.value == i) {
            ++next;
        } else {
            missing.push_back(typed_.sorts[i].name);
        }
    }
    if (!missing.empty()) {
        diagnostics_.report({.code = Code::instance_incomplete,
                             .message = fmt::format("instance `{}` gives no size to {}",
                                                    decl.name.text,
                                                    list_names(missing)),
                             .primary = {decl.name.span, ""},
                             .help = "add `Sort = size` for each"});
    }
}

void TypeChecker::check_sort_size(const ast::InstanceItem& item, InstanceInfo& instance) {
    const ast::Name& name = item.path.front();
    const SortId sort{Symbols::find(resolved_.symbols.global, name.text)->index};
    const bool twice = std::any_of(instance.sorts.begin(),
                                   instance.sorts.end(),
                                   [&](const SortSize& size) { return size.sort == sort; });
    if (twice) {
        report_given_twice(name);
        return;
    }
    SortSize result{sort, 1, {}};
    std::optional<std::int64_t> size = written_integer(item.value);
    const ast::Expr& value = file_.expr(item.value);
    if (const auto* elements = std::get_if<ast::SetLiteral>(&value.node)) {
        result.elements = check_elements(*elements, sort);
        size = static_cast<std::int64_t>(elements->elements.size());
    } else if (!size) {
        diagnostics_.report(
            {.code = Code::type_mismatch,
             .message = "a sort gets a size or the names of its elements",
             .primary = {value.span, "this is neither"},
             .help = fmt::format("write `{0} = 3` or `{0} = {{a, b, c}}`", name.text)});
        size = 1;
    }
    if (*size < 1 || *size > kMaxSortSize) {
        diagnostics_.report(
            {.code = Code::instance_incomplete,
             .message = fmt::format("the size of a sort is between 1 and {}", kMaxSortSize),
             .primary = {value.span, fmt::format("this makes {}", *size)}});
        size = 1;
    }
    result.size = static_cast<std::uint32_t>(*size);
    instance.sorts.push_back(std::move(result));
}

std::vector<LocalId> TypeChecker::check_elements(const ast::SetLiteral& literal, SortId sort) {
    std::vector<LocalId> elements;
    for (const ast::ExprId id : literal.elements) {
        const auto* ref = std::get_if<ast::NameRef>(&file_.expr(id).node);
        if (ref == nullptr) {
            not_allowed(span_of(id),
                        "this is no name of an element",
                        "the elements of a sort have no structure; an instance names them");
            continue;
        }
        const auto& global = resolved_.symbols.global;
        const Symbol* other = Symbols::find(global, ref->name.text);
        if (other != nullptr || resolved_.symbols.enumerators.contains(ref->name.text)) {
            diagnostics_.report(
                {.code = Code::duplicate_name,
                 .message = fmt::format("`{}` is declared twice", ref->name.text),
                 .primary = {ref->name.span, "declared again here, as an element"},
                 .notes = {other != nullptr ? fmt::format("it is {} already", describe(other->kind))
                                            : "it is an enumerator already"},
                 .help = "choose another name for the element"});
        }
        elements.push_back(declare_local(ref->name, types_.sort(sort)));
    }
    return elements;
}

void TypeChecker::declare_elements_of_unknown(const ast::InstanceItem& item) {
    if (!item.value.valid()) {
        return;
    }
    const auto* literal = std::get_if<ast::SetLiteral>(&file_.expr(item.value).node);
    if (literal == nullptr) {
        return;
    }
    for (const ast::ExprId id : literal->elements) {
        const auto* ref = std::get_if<ast::NameRef>(&file_.expr(id).node);
        if (ref != nullptr && !find_local(ref->name.text)) {
            declare_local(ref->name, types_.error());
        }
    }
}

void TypeChecker::check_instance_item(const ast::InstanceItem& item, InstanceInfo& instance) {
    if (item.kind == ast::BoundKind::in_flight || item.kind == ast::BoundKind::duplicates) {
        check_network_bound(item, instance);
        return;
    }
    switch (item.path.size()) {
    case 1:
        bound_value(item, instance);
        break;
    case 2:
        bound_variable_or_field(item, instance);
        break;
    case 3:
        bound_argument(item, instance);
        break;
    default:
        unknown_in_instance(item.path.front(), "an instance cannot bound this", {});
    }
}

} // namespace muster::spec
