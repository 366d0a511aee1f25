#include "cli/commands.hpp"
#include "cli/embedded_texts.hpp"
#include "spec/diagnostics/suggest.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <ostream>

namespace muster::cli {

namespace {

struct Options {
    std::string code;
};

/// `E0207` of the page `E0207.md`.
std::string_view code_of(const EmbeddedText& page) {
    return page.name.substr(0, page.name.rfind('.'));
}

/// The first line of a page is `# E0207: behaviour depends on ghost state`.
std::string_view summary_of(const EmbeddedText& page) {
    const std::string_view title = page.text.substr(0, page.text.find('\n'));
    return title.substr(std::min(title.find(": ") + 2, title.size()));
}

ExitCode list_codes(const Context& context) {
    for (const EmbeddedText& page : explain_pages()) {
        context.out << code_of(page) << "  " << summary_of(page) << '\n';
    }
    return ExitCode::holds;
}

/// The digits behind a letter that may be missing, with zeros in front; nothing if that is no code.
/// The number alone tells which code is meant.
std::string number_of(std::string_view code) {
    if (!code.empty() && std::string_view("EeWw").find(code.front()) != std::string_view::npos) {
        code.remove_prefix(1);
    }
    const bool digits =
        std::all_of(code.begin(), code.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    return code.empty() || code.size() > 4 || !digits ? "" : fmt::format("{:0>4}", code);
}

ExitCode run_explain(const Options& options, const Context& context) {
    if (options.code.empty()) {
        return list_codes(context);
    }
    const std::string number = number_of(options.code);
    std::vector<std::string> known;
    for (const EmbeddedText& page : explain_pages()) {
        known.emplace_back(code_of(page));
        if (!number.empty() && known.back().substr(1) == number) {
            context.out << page.text;
            return ExitCode::holds;
        }
    }
    const std::string name = number.empty() ? options.code : "E" + number;
    const std::string meant = spec::did_you_mean(name, known);
    context.err << "muster: there is no code `" << options.code << "`; "
                << (meant.empty() ? "`muster explain` lists all" : meant) << '\n';
    return ExitCode::wrong_input;
}

} // namespace

void add_explain(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb =
        app.add_subcommand("explain", "Explain a code of an error or warning, or list all");
    verb->add_option("code", options->code, "As it is printed, E0207, or the number alone");
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_explain(*options, context);
        };
    });
}

} // namespace muster::cli
