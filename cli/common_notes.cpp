#include "cli/common_notes.hpp"

#include "cli/report_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace muster::cli {

namespace {

bool has(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

} // namespace

bool CommonNotes::is_on_all(const std::string& note) const {
    return report_.properties.size() > 1 && std::all_of(report_.properties.begin(),
                                                        report_.properties.end(),
                                                        [&](const checker::PropertyReport& entry) {
                                                            return has(entry.notes, note);
                                                        });
}

bool CommonNotes::contains(const std::string& note, std::size_t strength) const {
    if (is_on_all(note)) {
        return true;
    }
    std::size_t carriers = 0;
    for (const checker::PropertyReport& entry : report_.properties) {
        if (entry.verdict.index() != strength) {
            continue;
        }
        if (!has(entry.notes, note)) {
            return false;
        }
        ++carriers;
    }
    return carriers > 1;
}

/// The words for the verdicts below which the note was left out, in the order of the report.
std::vector<std::string> CommonNotes::said_of(const std::string& note) const {
    std::vector<std::string> words;
    for (const checker::PropertyReport& entry : report_.properties) {
        const bool left_out = has(entry.notes, note) && contains(note, entry.verdict.index());
        const std::string what = fmt::format("`{}`", word(entry.verdict));
        if (left_out && !has(words, what)) {
            words.push_back(what);
        }
    }
    return words;
}

void CommonNotes::print(std::ostream& out) const {
    std::vector<std::string> said;
    for (const checker::PropertyReport& entry : report_.properties) {
        for (const std::string& note : entry.notes) {
            const std::vector<std::string> words = said_of(note);
            if (words.empty() || has(said, note)) {
                continue;
            }
            said.push_back(note);
            out << (is_on_all(note)
                        ? fmt::format("note on every verdict: {}\n", note)
                        : fmt::format("note on all that is {}: {}\n", joined(words), note));
        }
    }
}

} // namespace muster::cli
