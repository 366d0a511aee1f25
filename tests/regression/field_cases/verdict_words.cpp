#include "tests/regression/field_cases/verdict_words.hpp"

#include "tests/unit/checker/specs.hpp"

namespace muster::test {

std::string word_of(const checker::Verdict& verdict) {
    static const char* const kWords[] = {
        "proved", "holds", "nothing found", "violated", "shown", "undecided"};
    return kWords[verdict.index()];
}

std::map<std::string, std::string> words_of(const std::string& text,
                                            const checker::CheckOptions& options) {
    const spec::TypedSpec spec = checker::testing::analysed(text);
    const checker::CheckReport report = checker::check(spec, options);
    std::map<std::string, std::string> words;
    for (const checker::PropertyReport& entry : report.properties) {
        words[spec.properties[entry.property].name] = word_of(entry.verdict);
    }
    for (const auto& entry : report.lives) {
        words[spec.lives[entry.live].name] = word_of(entry.finding.verdict);
    }
    for (const checker::ObligationReport& entry : report.obligations) {
        words["built in " + entry.proof.step] = word_of(entry.verdict);
    }
    return words;
}

} // namespace muster::test
