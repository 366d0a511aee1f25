#pragma once

#include "spec/source/span.hpp"

#include <string>
#include <vector>

namespace muster::spec {

/// The kind of a mistake. `codes.def` is the one list; every code has a page in `explain/`.
enum class Code {
#define MUSTER_CODE(name, number, summary) name = (number),
#include "spec/diagnostics/codes.def"
#undef MUSTER_CODE
};

enum class Severity { error, warning };

struct Label {
    Span span;
    std::string text; // may be empty
};

/// One mistake of the user, as plain data; rendering is elsewhere. `message` stands alone on one
/// line; `notes` give facts, `help` is the only part that proposes a change.
struct Diagnostic {
    Code code;
    Severity severity = Severity::error;
    std::string message;
    Label primary;
    std::vector<Label> secondary = {};
    std::vector<std::string> notes = {};
    std::string help = {}; // may be empty
    /// What several mistakes follow from, such as a name that is declared nowhere; empty if that
    /// is not known. Only the first of them is shown, with the places of some others, and with the
    /// help of another one if it has none itself.
    std::string cause = {};
};

/// Collects what is wrong with one spec. Phases report here and go on.
class Diagnostics {
public:
    void report(Diagnostic diagnostic);

    [[nodiscard]] bool has_errors() const { return errors_ > 0; }

    /// Of several with one cause each counts.
    [[nodiscard]] std::size_t error_count() const { return errors_; }

    [[nodiscard]] bool has_warnings() const { return all_.size() > errors_; }

    /// Sorted by place, without duplicates, and one for each cause.
    [[nodiscard]] std::vector<Diagnostic> sorted() const;

private:
    std::vector<Diagnostic> all_;
    std::size_t errors_ = 0;
};

} // namespace muster::spec
