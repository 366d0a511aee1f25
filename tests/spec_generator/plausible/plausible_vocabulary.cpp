#include "tests/spec_generator/plausible/plausible_vocabulary.hpp"

namespace muster::test::generator {
namespace {

using Kind = Type::Kind;

class VocabularyMaker {
public:
    explicit VocabularyMaker(Decisions& decisions)
        : decisions_(decisions) {}

    Vocabulary run() {
        types();
        roles();
        messages();
        for (Role& role : all_.roles) {
            state(role);
        }
        return std::move(all_);
    }

private:
    std::string name(const std::string& stem) { return stem + std::to_string(names_++); }

    bool has_enum() const { return !all_.enumerators.empty(); }

    void types() {
        all_.sorts = {"A"};
        if (decisions_.one_in(2)) {
            all_.sorts.emplace_back("B");
        }
        if (decisions_.one_in(2)) {
            all_.enumerators = {"Red", "Green", "Blue"};
        }
        if (decisions_.one_in(3)) {
            all_.records = {{"R", {{"owner", option(sort("A"))}, {"count", integer()}}}};
            if (decisions_.one_in(2)) {
                all_.records[0].fields[0].type = sort(all_.sorts.back());
            }
        }
        if (decisions_.one_in(4)) {
            all_.constants.push_back({"limit", integer()});
        }
        if (decisions_.one_in(5)) {
            all_.constants.push_back({"chief", sort("A")});
        }
        if (decisions_.one_in(5)) {
            all_.functions.push_back({"above", {{"x", sort("A")}, {"y", sort("A")}}, boolean()});
        }
        if (decisions_.one_in(8)) {
            all_.functions.push_back({"next", {{"x", sort("A")}}, sort("A")});
        }
        if (decisions_.one_in(10)) {
            all_.functions.push_back({"rank", {{"x", sort("A")}}, integer()});
        }
    }

    void roles() {
        all_.roles.push_back(
            {"server", decisions_.one_in(6) ? all_.sorts.back() : "", {}, {}, {}, {}});
        all_.roles.push_back({"client", "A", {}, {}, {}, {}});
        if (decisions_.one_in(3)) {
            all_.roles.push_back(
                {"store", decisions_.one_in(4) ? all_.sorts.back() : "", {}, {}, {}, {}});
        }
    }

    Type scalar() {
        switch (decisions_.below(6)) {
        case 0:
            return boolean();
        case 1:
        case 2:
            return integer();
        case 3:
            return has_enum() ? Type{Kind::enumeration, "E", {}} : integer();
        case 4:
            return sort(all_.sorts.back());
        default:
            return sort("A");
        }
    }

    Type element() { return decisions_.one_in(4) ? scalar() : sort(decisions_.one_of(all_.sorts)); }

    Type field() {
        if (!all_.records.empty() && decisions_.one_in(8)) {
            return {Kind::record, "R", {}};
        }
        switch (decisions_.below(12)) {
        case 0:
            return option(element());
        case 1:
            return set(element());
        case 2:
            return decisions_.one_in(2) ? list(element()) : distinct(element());
        default:
            return scalar();
        }
    }

    void add_message(const std::string& from, const std::string& to) {
        static const std::vector<std::string> kNetworks = {
            "", "", "", "", "", "once", "fifo", "unreliable"};
        Message message{name("M"), from, to, {}, false, {}, decisions_.one_of(kNetworks)};
        for (std::size_t count = decisions_.below(3); count > 0; --count) {
            message.fields.push_back({name("f"), field()});
        }
        all_.messages.push_back(std::move(message));
    }

    void messages() {
        add_message("client", "server");
        add_message("server", "client");
        for (std::size_t count = decisions_.below(3); count > 0; --count) {
            const std::string& from = decisions_.one_of(all_.roles).name;
            add_message(from, decisions_.one_of(all_.roles).name);
        }
        if (decisions_.one_in(4)) {
            add_message("client", "server");
            all_.messages.back().is_request = true;
            const std::string request = all_.messages.back().name;
            const std::string network = all_.messages.back().network;
            add_message("server", "client");
            all_.messages.back().request = request;
            all_.messages.back().network = network;
        }
    }

    Type variable() {
        switch (decisions_.below(14)) {
        case 0:
        case 1:
            return integer();
        case 2:
            return boolean();
        case 3:
        case 4:
            return option(element());
        case 5:
        case 6:
            return set(element());
        case 7:
        case 8:
            return map(element(), decisions_.one_in(3) ? set(element()) : scalar());
        case 9:
            return all_.records.empty() ? option(sort("A")) : Type{Kind::record, "R", {}};
        case 10:
            return all_.records.empty() ? map(integer(), sort("A"))
                                        : map(sort("A"), {Kind::record, "R", {}});
        case 11:
            return decisions_.one_in(3) ? list(element()) : distinct(element());
        case 12:
            return has_enum() ? Type{Kind::enumeration, "E", {}} : boolean();
        default:
            return option(scalar());
        }
    }

    void state(Role& role) {
        for (std::size_t count = 1 + decisions_.below(3); count > 0; --count) {
            Type type = variable();
            // There is no element of a sort to start with.
            if (type.kind == Kind::record && all_.record("R").fields[0].type.kind == Kind::sort) {
                type = option(std::move(type));
            }
            role.variables.push_back({name("x"), std::move(type)});
        }
        for (const Message& message : all_.messages) {
            if (message.is_request && message.to == role.name && decisions_.one_in(2)) {
                role.variables.push_back({name("x"), map(sort("A"), request(message.name))});
            }
        }
        if (decisions_.one_in(4)) {
            role.ghosts.push_back({name("g"),
                                   decisions_.one_in(2)   ? integer()
                                   : decisions_.one_in(2) ? set(sort("A"))
                                                          : map(integer(), sort("A"))});
        }
        if (decisions_.one_in(3)) {
            role.timers.push_back({name("t"), {}, true});
        }
        if (decisions_.one_in(6)) {
            role.timers.push_back({name("t"), {sort(all_.sorts.back())}, true});
        }
    }

    Decisions& decisions_;
    Vocabulary all_;
    int names_ = 0;
};

} // namespace

Vocabulary plausible_vocabulary(Decisions& decisions) {
    return VocabularyMaker(decisions).run();
}

} // namespace muster::test::generator
