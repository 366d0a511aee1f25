#include "cli/commands.hpp"
#include "cli/embedded_texts.hpp"
#include "cli/write_files.hpp"
#include "codegen/model/names.hpp"
#include "spec/parse/grammar/lexical.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <tl/expected.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <ostream>
#include <stdlib.h> // NOLINT(modernize-deprecated-headers): mkdtemp is not in namespace std
#include <system_error>

namespace muster::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlaceholder = "my_protocol";

struct Options {
    std::string name;
    std::string directory = ".";
};

/// Why something cannot be a name of a spec, a C++ namespace and a file; nothing if it can.
std::string objection_to(const std::string& name) {
    const auto is_word = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    };
    if (name.empty()) {
        return "it is empty";
    }
    if (name.find('/') != std::string::npos || name == "." || name == "..") {
        return "it is a path; give the folder around the new one as --directory";
    }
    if (!std::all_of(name.begin(), name.end(), is_word) ||
        std::isdigit(static_cast<unsigned char>(name.front())) != 0) {
        return "a name is made of the letters a to z and A to Z, digits and `_`, and does not "
               "begin with a digit";
    }
    if (spec::syntax::is_keyword(name)) {
        return "it is a word of the language";
    }
    if (codegen::identifier(name) != name || name == "std" || name == "muster") {
        return "C++ means something else by it, and it becomes a namespace";
    }
    return "";
}

std::string filled_in(std::string_view text, const std::string& name) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t next = std::min(text.find(kPlaceholder, at), text.size());
        result += text.substr(at, next - at);
        if (next < text.size()) {
            result += name;
        }
        at = next + kPlaceholder.size();
    }
    return result;
}

/// A dot in front would hide the file in the source tree, or make it apply there.
std::string file_name(std::string_view template_name, const std::string& name) {
    return template_name == "gitignore" ? ".gitignore" : filled_in(template_name, name);
}

using Result = tl::expected<void, std::string>;

Result write_files(const fs::path& folder, const std::string& name) {
    std::error_code error;
    if (!fs::create_directory(folder, error)) {
        return tl::unexpected(error.message());
    }
    for (const EmbeddedText& file : project_template()) {
        const fs::path path = folder / file_name(file.name, name);
        if (const auto done = write_new_file(path, filled_in(file.text, name)); !done) {
            return tl::unexpected(
                fmt::format("cannot write {}: {}", path.filename().string(), done.error()));
        }
    }
    return {};
}

/// Makes the whole folder elsewhere in the same place and renames it, so that nobody sees a part.
Result make_project(const fs::path& target, const std::string& name) {
    std::string workspace = (target.parent_path() / ".muster-new-XXXXXX").string();
    if (::mkdtemp(workspace.data()) == nullptr) {
        return tl::unexpected(std::error_code(errno, std::generic_category()).message());
    }
    Result done = write_files(fs::path(workspace) / name, name);
    std::error_code error;
    if (done) {
        fs::rename(fs::path(workspace) / name, target, error);
        if (error) {
            done = tl::unexpected(error.message());
        }
    }
    fs::remove_all(workspace, error);
    return done;
}

ExitCode refuse(const Context& context, const std::string& why) {
    context.err << "muster: " << why << '\n';
    return ExitCode::wrong_input;
}

ExitCode run_new(const Options& options, const Context& context) {
    if (const std::string objection = objection_to(options.name); !objection.empty()) {
        return refuse(context, fmt::format("`{}` cannot be the name: {}", options.name, objection));
    }
    std::error_code error;
    if (!fs::is_directory(options.directory, error)) {
        return refuse(context,
                      fmt::format("there is no directory {}; make it first", options.directory));
    }
    const fs::path target = fs::path(options.directory) / options.name;
    if (fs::symlink_status(target, error).type() != fs::file_type::not_found) {
        return refuse(context,
                      fmt::format("{} exists; choose another name or another --directory",
                                  target.lexically_normal().string()));
    }
    if (const Result made = make_project(target, options.name); !made) {
        return refuse(
            context,
            fmt::format("cannot make {}: {}", target.lexically_normal().string(), made.error()));
    }
    const std::string shown = target.lexically_normal().string();
    for (const EmbeddedText& file : project_template()) {
        context.out << "wrote     " << shown << '/' << file_name(file.name, options.name) << '\n';
    }
    context.out << "\nREADME.md has the commands; the first is\n\n    muster check " << shown << '/'
                << options.name << ".muster\n";
    return ExitCode::holds;
}

} // namespace

void add_new(CLI::App& app, Chosen& chosen) {
    auto options = std::make_shared<Options>();
    CLI::App* verb = app.add_subcommand(
        "new", "Make a project: a small proved spec, and a program that runs its machine");
    verb->add_option("name", options->name, "Of the protocol, its namespace and the folder")
        ->required();
    verb->add_option("--directory", options->directory, "Where to make the folder")
        ->capture_default_str();
    verb->callback([options, &chosen] {
        chosen = [options](const Context& context) {
            return run_new(*options, context);
        };
    });
}

} // namespace muster::cli
