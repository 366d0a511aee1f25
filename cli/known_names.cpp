#include "cli/known_names.hpp"

#include "spec/diagnostics/suggest.hpp"

#include <algorithm>
#include <ostream>

namespace muster::cli {

bool are_known(const std::vector<std::string>& names,
               const std::vector<std::string>& known,
               const char* what,
               const LoadedSpec& loaded,
               const Context& context) {
    for (const std::string& name : names) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            context.err << "muster: " << loaded.sources.main().name() << " has no " << what << " `"
                        << name << "` " << spec::did_you_mean(name, known) << '\n';
            return false;
        }
    }
    return true;
}

bool instances_are_known(const std::vector<std::string>& names,
                         const LoadedSpec& loaded,
                         const Context& context) {
    std::vector<std::string> known;
    for (const spec::InstanceInfo& instance : loaded.typed.instances) {
        known.push_back(instance.name);
    }
    return are_known(names, known, "instance", loaded, context);
}

bool properties_are_known(const std::vector<std::string>& names,
                          const LoadedSpec& loaded,
                          const Context& context) {
    std::vector<std::string> known;
    for (const spec::PropertyInfo& property : loaded.typed.properties) {
        if (property.kind != spec::PropertyKind::axiom) {
            known.push_back(property.name);
        }
    }
    return are_known(names, known, "invariant, lemma, step or cover", loaded, context);
}

bool has_an_instance(const LoadedSpec& loaded, const char* purpose, const Context& context) {
    if (loaded.typed.instances.empty()) {
        context.err << "muster: " << loaded.sources.main().name() << " has no instance " << purpose
                    << "; give it one, as in `instance small { ... }`\n";
        return false;
    }
    return true;
}

} // namespace muster::cli
