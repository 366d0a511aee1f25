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

} // namespace muster::cli
