#include "checker/eval/value_space.hpp"
#include "checker/smt/read_model.hpp"

#include <algorithm>

namespace muster::checker::smt {

using spec::TypeId;
using spec::TypeKind;

namespace {

constexpr std::int64_t kMaxLength = 64;

} // namespace

Value ModelReader::scalar(TypeId id, const z3::expr& term) {
    const spec::Type& type = spec_.types[id];
    const z3::expr result = eval(term);
    const auto position = [&](const std::vector<z3::expr>& all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (z3::eq(all[i], result))
                return Value::scalar(static_cast<std::int64_t>(i));
        }
        return Value::scalar(0);
    };
    switch (type.kind) {
    case TypeKind::boolean:
        return Value::boolean(result.is_true());
    case TypeKind::integer: {
        std::int64_t number = 0;
        if (!result.is_numeral_i64(number))
            throw Unsupported("a number beyond 64 bits", {});
        return Value::scalar(number);
    }
    case TypeKind::sort:
        return position(sorts_[type.declaration]);
    case TypeKind::enumeration:
        return position(vocabulary_.enum_values(spec::EnumId{type.declaration}));
    default:
        break;
    }
    for (const auto& [element, request] : requests_[id]) {
        if (z3::eq(element, result))
            return request;
    }
    return default_value(spec_, id);
}

std::vector<ModelReader::Element> ModelReader::all(TypeId id) {
    const spec::Type& type = spec_.types[id];
    std::vector<Element> result;
    const auto single = [&](const z3::expr& term) {
        result.emplace_back(scalar(id, term), Terms{term});
    };
    switch (type.kind) {
    case TypeKind::boolean:
        single(truth(vocabulary_.ctx(), false));
        single(truth(vocabulary_.ctx(), true));
        return result;
    case TypeKind::integer:
        for (std::int64_t number : universe_.integers)
            single(vocabulary_.ctx().int_val(number));
        return result;
    case TypeKind::sort:
        for (const z3::expr& element : sorts_[type.declaration])
            single(element);
        return result;
    case TypeKind::enumeration:
        for (const z3::expr& element : vocabulary_.enum_values(spec::EnumId{type.declaration}))
            single(element);
        return result;
    case TypeKind::request:
        for (const auto& [element, request] : requests_[id])
            result.emplace_back(request, Terms{element});
        return result;
    case TypeKind::option: {
        const Sym nothing = vocabulary_.placeholder(id);
        result.emplace_back(Value::none(), vocabulary_.atoms(nothing));
        for (auto& [inside, terms] : all(type.first)) {
            Terms row{truth(vocabulary_.ctx(), true)};
            result.emplace_back(Value::some(inside), append(std::move(row), terms));
        }
        return result;
    }
    case TypeKind::record: {
        std::vector<std::pair<std::vector<Value>, Terms>> rows{{}};
        for (const spec::FieldInfo& field : spec_.records[type.declaration].fields) {
            std::vector<std::pair<std::vector<Value>, Terms>> longer;
            for (const auto& [values, terms] : rows) {
                for (const auto& [value, more] : all(field.type)) {
                    longer.emplace_back(values, append(terms, more));
                    longer.back().first.push_back(value);
                }
            }
            rows = std::move(longer);
        }
        for (auto& [values, terms] : rows)
            result.emplace_back(Value::row(std::move(values)), std::move(terms));
        return result;
    }
    default:
        break;
    }
    // Containers: the elements of the sort of their values.
    for (const z3::expr& element : elements_of(vocabulary_.sort_of(id))) {
        std::size_t next = 0;
        result.emplace_back(value(vocabulary_.rebuild(id, {element}, next)), Terms{element});
    }
    return result;
}

Value ModelReader::value(const Sym& sym) {
    const spec::Type& type = spec_.types[sym.type];
    std::vector<Value> items;
    switch (type.kind) {
    case TypeKind::record:
        for (const Sym& part : sym.parts)
            items.push_back(value(part));
        return Value::row(std::move(items));
    case TypeKind::option:
        return holds(*sym.term) ? Value::some(value(sym.parts.front())) : Value::none();
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::list:
    case TypeKind::distinct_list:
        break;
    default:
        return scalar(sym.type, *sym.term);
    }
    if (type.kind == TypeKind::list)
        return list(sym);
    std::vector<Element> inside;
    for (Element& element : all(type.first)) {
        if (holds(sym.contains(element.second)))
            inside.push_back(std::move(element));
    }
    std::sort(inside.begin(), inside.end(), [](const Element& a, const Element& b) {
        return a.first < b.first;
    });
    if (sym.before.valid()) {
        std::stable_sort(inside.begin(), inside.end(), [&](const Element& a, const Element& b) {
            return holds(sym.before(append(a.second, b.second)));
        });
    }
    for (const Element& element : inside) {
        items.push_back(element.first);
        if (type.kind == TypeKind::map)
            items.push_back(value(sym.at(element.second)));
    }
    return Value::row(std::move(items));
}

Value ModelReader::list(const Sym& sym) {
    std::int64_t length = 0;
    if (!eval(*sym.length).is_numeral_i64(length) || length > kMaxLength)
        throw Unsupported("a counterexample with a list that is too long", {});
    std::vector<Value> items;
    for (std::int64_t i = 0; i < length; ++i)
        items.push_back(value(sym.at({vocabulary_.ctx().int_val(i)})));
    return Value::row(std::move(items));
}

} // namespace muster::checker::smt
