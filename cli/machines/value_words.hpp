#pragma once

#include "checker/eval/state.hpp"
#include "runtime/machine/exploration_interface.hpp"

#include <cstddef>
#include <vector>

/// Values as the words in which generated code is asked and answers
/// (runtime/machine/exploration_interface.hpp).
namespace muster::cli {

using checker::Value;

using Word = runtime::exploration::Word;
using Words = std::vector<Word>;

void write_value(const spec::TypedSpec& spec, spec::TypeId type, const Value& value, Words& words);

/// Reads a row of words from its beginning to its end. What is not there, or no value, is an error
/// of the tools.
class WordReader {
public:
    /// Both outlive it.
    WordReader(const spec::TypedSpec& spec, const Word* words, std::size_t size)
        : spec_(spec)
        , at_(words)
        , end_(words + size) {}

    Word word();
    /// How many of something come.
    std::size_t count();
    Value value(spec::TypeId type);

    [[nodiscard]] bool at_end() const { return at_ == end_; }

    /// Whether there was a list longer than the evaluator follows.
    [[nodiscard]] bool saw_too_long_list() const { return saw_too_long_list_; }

private:
    Value values(std::size_t count, spec::TypeId type);
    Value set(const spec::Type& type);
    Value map(const spec::Type& type);
    Value enumerator(std::uint32_t enumeration);

    const spec::TypedSpec& spec_;
    const Word* at_;
    const Word* end_;
    bool saw_too_long_list_ = false;
};

} // namespace muster::cli
