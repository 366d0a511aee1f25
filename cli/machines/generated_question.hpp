#pragma once

#include "checker/product/one_process.hpp"
#include "cli/machines/value_words.hpp"

namespace muster::cli {

using checker::Process;
using checker::product::Occasion;

/// Puts questions to generated machines into words.
class GeneratedQuestion {
public:
    /// All outlive it.
    GeneratedQuestion(const spec::TypedSpec& spec,
                      const checker::Universe& universe,
                      const checker::Layout& layout,
                      const checker::State& interpretation);

    /// What happens to the process, which stands in a whole state. The workspace is one where what
    /// happens is noted and nothing has been done yet.
    const Words& ask(const checker::product::OneProcess& at,
                     const checker::Workspace& workspace,
                     const Process& process,
                     const Occasion& occasion);

    /// The variables of a role in the order in which they are asked and answered: ghosts last.
    [[nodiscard]] const std::vector<spec::VariableId>& variables(spec::RoleId role) const {
        return variables_[role.value];
    }

private:
    void ask_what(const Process& process, const Occasion& occasion);
    void add_drawable(const checker::Workspace& workspace);

    const spec::TypedSpec& spec_;
    const checker::Universe& universe_;
    const checker::Layout& layout_;
    std::vector<std::vector<spec::VariableId>> variables_; // by role
    Words constants_;
    Words words_;
    Words details_; // of what happens: the end of the question
};

} // namespace muster::cli
