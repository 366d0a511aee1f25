#include "tests/spec_generator/plausible/candidate_properties.hpp"

#include <cctype>

namespace muster::test::generator {
namespace {

Scope scope_of(const std::vector<Named>& locals) {
    Scope scope;
    scope.locals = locals;
    return scope;
}

// `forall a: A, t: int. `, or nothing.
std::string for_all(const std::vector<Named>& locals) {
    std::string text;
    for (const Named& local : locals) {
        text += (text.empty() ? "forall " : ", ") + local.name + ": " + local.type.text();
    }
    return text.empty() ? "" : text + ". ";
}

// The word as a whole, everywhere.
std::string replaced(const std::string& text, const std::string& word, const std::string& by) {
    const auto is_letter = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                    text[at] == '_' || text[at] == '?');
    };
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = at == 0 || (!is_letter(at - 1) && text[at - 1] != '.');
        if (begins && text.compare(at, word.size(), word) == 0 && !is_letter(at + word.size()) &&
            text.compare(at + word.size(), 1, ":") != 0) {
            result += by;
            at += word.size();
        } else {
            result += text[at++];
        }
    }
    return result;
}

} // namespace

CandidateProperties::Candidate CandidateProperties::next() {
    switch (decisions_.below(12)) {
    case 0:
    case 1:
    case 2:
        return {"step", step_formula()};
    case 3:
        return {"cover", some_condition(scope_of({}))};
    case 4:
        return {"lemma", state_formula()};
    default:
        return {"invariant", state_formula()};
    }
}

std::string CandidateProperties::state_formula() {
    const Named a{"a", sort("A")};
    const Named b{"b", sort(vocabulary_.sorts.back())};
    std::vector<Named> locals{a};
    if (decisions_.one_in(4)) {
        locals.push_back(decisions_.one_in(2) ? b : Named{"t", integer()});
    }
    const Scope scope = scope_of(locals);
    switch (decisions_.below(12)) {
    case 0:
    case 1:
    case 2:
        return for_all(locals) + some_condition(scope) + " implies " + some_condition(scope);
    case 3: {
        // Of two elements with the same property there is one.
        const std::string holds = expressions_.condition(scope_of({a}), 0);
        return "forall a, c: A. " + holds + " and " + replaced(holds, "a", "c") + " implies a == c";
    }
    case 4:
        return some_condition(scope_of({})) + " implies " + some_condition(scope_of({}));
    case 5:
        return for_all(locals) + "not (" + some_condition(scope) + " and " + some_condition(scope) +
               ")";
    case 6:
    case 7:
    case 8:
        return about_a_message();
    case 9:
        return of_integers(scope_of({}));
    case 10:
        return for_all({a}) + of_integers(scope_of({a}));
    default:
        if (decisions_.one_in(3)) {
            const std::vector<Named> both{a, {"c", sort("A")}};
            return for_all({a}) + some_condition(scope_of({a})) + " implies exists c: A. " +
                   some_condition(scope_of(both));
        }
        return for_all(locals) + some_condition(scope);
    }
}

std::string CandidateProperties::about_a_message() {
    const Message& message = decisions_.one_of(vocabulary_.messages);
    std::vector<Named> locals{{"a", sort("A")}};
    for (const Named& field : message.fields) {
        const Type::Kind kind = field.type.kind;
        if (kind == Type::Kind::integer || kind == Type::Kind::sort) {
            locals.push_back({field.name, field.type});
        }
    }
    const Scope scope = scope_of(locals);
    return for_all(locals) +
           expressions_.pattern(message, decisions_.one_in(4) ? "in_flight" : "sent", scope) +
           " implies " + some_condition(scope);
}

std::string CandidateProperties::of_integers(const Scope& scope) {
    std::vector<Named> all = expressions_.places_of(scope, integer());
    if (all.empty()) {
        return some_condition(scope);
    }
    const std::string& one = decisions_.one_of(all).name;
    if (decisions_.one_in(2)) {
        return one + " >= 0";
    }
    return one + " <= " +
           (decisions_.one_in(2) ? std::to_string(decisions_.below(3))
                                 : decisions_.one_of(all).name);
}

std::string CandidateProperties::step_formula() {
    const std::vector<Named> locals{{"a", sort("A")}};
    const Scope scope = scope_of(decisions_.one_in(2) ? locals : std::vector<Named>{});
    const std::string binder = for_all(scope.locals);
    const std::vector<Named> integers = expressions_.places_of(scope, integer());
    const std::string holds = some_condition(scope);
    switch (decisions_.below(6)) {
    case 0:
    case 1:
        if (!integers.empty()) {
            const std::string& one = decisions_.one_of(integers).name;
            return binder + "old(" + one + ") <= " + one +
                   (decisions_.one_in(2) ? " and " + one + " <= old(" + one + ") + 1" : "");
        }
        [[fallthrough]];
    case 2:
        return binder + "old(" + holds + ") implies " + holds;
    case 3:
        return binder + "old(" + holds + ") and not " + holds + " implies " + some_condition(scope);
    case 4:
        return binder + holds + " implies old(" + holds + ") or " + some_condition(scope);
    default:
        return binder + holds + " and old(" + some_condition(scope) + ") implies " +
               some_condition(scope);
    }
}

} // namespace muster::test::generator
