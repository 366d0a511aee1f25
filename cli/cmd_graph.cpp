#include "checker/graph/role_graph.hpp"
#include "checker/graph/state_graph.hpp"
#include "cli/commands.hpp"
#include "cli/load_spec.hpp"
#include "cli/whole_number.hpp"
#include "spec/diagnostics/suggest.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

namespace muster::cli {

namespace {

struct Options {
    std::string file;
    std::string role;
    bool states = false;
    std::string instance;
    std::uint64_t max_states = 200;
    DiagnosticOptions diagnostics;
};

ExitCode refuse(const std::string& why, const Context& context) {
    context.err << "muster: " << why << '\n';
    return ExitCode::wrong_input;
}

/// The element of that name; null, and said so, if there is none.
template <class Item>
const Item* find_named(const std::vector<Item>& items,
                       const std::string& name,
                       const char* what,
                       const Context& context) {
    std::vector<std::string> known;
    for (const Item& item : items) {
        if (item.name == name) {
            return &item;
        }
        known.push_back(item.name);
    }
    context.err << fmt::format(
        "muster: the spec has no {} `{}` {}\n", what, name, spec::did_you_mean(name, known));
    return nullptr;
}

ExitCode draw_roles(const Options& options, const spec::TypedSpec& spec, const Context& context) {
    std::vector<spec::RoleId> roles;
    for (std::uint32_t i = 0; i < spec.roles.size(); ++i) {
        roles.push_back(spec::RoleId{i});
    }
    if (!options.role.empty()) {
        const spec::RoleInfo* role = find_named(spec.roles, options.role, "role", context);
        if (role == nullptr) {
            return ExitCode::wrong_input;
        }
        roles = {spec::RoleId{static_cast<std::uint32_t>(role - spec.roles.data())}};
    }
    for (const spec::RoleId role : roles) {
        if (spec::phase_variables(spec, role).empty()) {
            context.err << fmt::format(
                "muster: role {} has no phases: no variable of an enumeration, and no truth or "
                "option that it decides on; it is drawn as one node\n",
                spec.role(role).name);
        }
    }
    context.out << checker::render_role_graph(spec, roles);
    return ExitCode::holds;
}

/// The one that was named, or the only one.
const spec::InstanceInfo*
chosen_instance(const Options& options, const spec::TypedSpec& spec, const Context& context) {
    if (!options.instance.empty()) {
        return find_named(spec.instances, options.instance, "instance", context);
    }
    if (spec.instances.size() == 1) {
        return &spec.instances.front();
    }
    std::string names;
    for (const spec::InstanceInfo& instance : spec.instances) {
        names += (names.empty() ? "" : ", ") + instance.name;
    }
    context.err << (names.empty() ? std::string("muster: the spec has no instance, and states are "
                                                "those of one; add `instance small { … }`\n")
                                  : "muster: --instance says which: " + names + '\n');
    return nullptr;
}

ExitCode draw_states(const Options& options, const spec::TypedSpec& spec, const Context& context) {
    const spec::InstanceInfo* instance = chosen_instance(options, spec, context);
    if (instance == nullptr) {
        return ExitCode::wrong_input;
    }
    const checker::TransitionSystem system =
        checker::lower(spec, {}, checker::vanishing_on(*instance));
    const auto made = checker::make_state_graph(system, *instance, options.max_states);
    if (!made) {
        return refuse(
            fmt::format("instance {} cannot be explored: {}", instance->name, made.error().text),
            context);
    }
    if (const auto* many = std::get_if<checker::TooManyStates>(&*made)) {
        return refuse(fmt::format("instance {} has {}{} states, too many to draw; --max-states "
                                  "allows more than {}",
                                  instance->name,
                                  many->is_all ? "" : "more than ",
                                  many->states,
                                  options.max_states),
                      context);
    }
    context.out << checker::render_state_graph(system, std::get<checker::StateGraph>(*made));
    return ExitCode::holds;
}

ExitCode run_graph(const Options& options, const Context& context) {
    const auto loaded = load_spec(options.file, options.diagnostics, context);
    if (!loaded) {
        return ExitCode::wrong_input;
    }
    return options.states ? draw_states(options, loaded->typed, context)
                          : draw_roles(options, loaded->typed, context);
}

} // namespace

void add_graph(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "graph", "Draw the phases of roles, or all states of an instance, for Graphviz");
    verb->add_option("file", options->file, "The spec")->required();
    CLI::Option* role = verb->add_option("--role", options->role, "Draw this role only");
    CLI::Option* states =
        verb->add_flag("--states", options->states, "Draw the reachable states of an instance");
    states->excludes(role);
    verb->add_option("--instance", options->instance, "Which one; the only one if left out")
        ->needs(states);
    verb->add_option("--max-states", options->max_states, "Draw no more states than this")
        ->check(whole_number({1, kMaxUnsigned, "states"}))
        ->capture_default_str()
        ->needs(states);
    add_diagnostic_options(*verb, options->diagnostics);
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_graph(*options, context);
        };
    });
}

} // namespace muster::cli
