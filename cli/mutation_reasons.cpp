#include "cli/mutation_reasons.hpp"

#include "spec/source/source_file.hpp"

#include <algorithm>
#include <ostream>
#include <sstream>

namespace muster::cli {

namespace {

using Paragraph = std::vector<std::string>;

std::vector<Paragraph> paragraphs_of(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::vector<Paragraph> paragraphs;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty()) {
            inside = false;
            continue;
        }
        if (!inside) {
            paragraphs.emplace_back();
        }
        inside = true;
        paragraphs.back().push_back(line);
    }
    std::erase_if(paragraphs, [](const Paragraph& each) { return each.front().starts_with('#'); });
    return paragraphs;
}

/// What stands behind a sign and a blank; nothing if the line does not begin with it.
std::optional<std::string> behind(const Paragraph& lines, std::size_t at, char sign) {
    if (at >= lines.size() || lines[at].front() != sign) {
        return std::nullopt;
    }
    return lines[at].size() > 2 ? lines[at].substr(2) : std::string();
}

} // namespace

std::optional<std::vector<MutationReason>> read_reasons(const std::filesystem::path& file,
                                                        const Context& context) {
    const auto source = spec::load_source(file);
    if (!source) {
        context.err << "muster: " << file.string() << ": " << source.error().message << '\n';
        return std::nullopt;
    }
    std::vector<MutationReason> reasons;
    for (const Paragraph& lines : paragraphs_of(source->text())) {
        const auto before = behind(lines, 1, '-');
        const auto after = behind(lines, 2, '+');
        if (!before || !after || lines.size() < 4) {
            context.err << "muster: " << file.string() << ": the paragraph of `" << lines.front()
                        << "` is not a kind of change, a line with `-`, one with `+`, and a "
                           "reason\n";
            return std::nullopt;
        }
        MutationReason reason{lines.front(), *before, *after, lines[3]};
        for (std::size_t i = 4; i < lines.size(); ++i) {
            reason.text += " " + lines[i];
        }
        reasons.push_back(std::move(reason));
    }
    return reasons;
}

const MutationReason* use_reason(std::vector<MutationReason>& reasons,
                                 const checker::Mutant& mutant) {
    const auto found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& reason) {
        return !reason.is_used && reason.kind == spec::word(mutant.mutation.kind) &&
               reason.before == mutant.before && reason.after == mutant.after;
    });
    if (found == reasons.end()) {
        return nullptr;
    }
    found->is_used = true;
    return &*found;
}

} // namespace muster::cli
