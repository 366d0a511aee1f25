#include "spec/pipeline/imports.hpp"

#include "spec/ast/overloaded.hpp"
#include "spec/parse/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

namespace muster::spec {
namespace {

/// How long a chain of imports may be. Reading recurses along it.
constexpr std::size_t kMaxImportDepth = 64;

bool is_importable(const ast::Declaration& declaration) {
    return std::visit(overloaded{
                          [](const ast::SortDecl&) { return true; },
                          [](const ast::EnumDecl&) { return true; },
                          [](const ast::RecordDecl&) { return true; },
                          [](const ast::ConstDecl&) { return true; },
                          [](const ast::FunctionDecl&) { return true; },
                          [](const ast::DefDecl&) { return true; },
                          [](const ast::PropertyDecl& property) {
                              return property.kind == ast::PropertyKind::axiom;
                          },
                          [](const ast::ImportDecl&) { return false; },
                          [](const ast::NetworkDecl&) { return false; },
                          [](const ast::MessageDecl&) { return false; },
                          [](const ast::RoleDecl&) { return false; },
                          [](const ast::FaultDecl&) { return false; },
                          [](const ast::LiveDecl&) { return false; },
                          [](const ast::TimingDecl&) { return false; },
                          [](const ast::InstanceDecl&) { return false; },
                          [](const ast::TestDecl&) { return false; },
                      },
                      declaration.node);
}

/// Why a path is not one that an import may have; empty if it is.
std::string path_fault(const std::string& path) {
    if (path.empty()) {
        return "the path of an import is empty";
    }
    if (path.front() == '/' || (path.size() > 1 && path[1] == ':')) {
        return "the path of an import is absolute";
    }
    if (path.find('\\') != std::string::npos) {
        return "the path of an import has a backslash in it";
    }
    return {};
}

class Importer {
public:
    Importer(SourceMap& sources, const ImportLoader& load, Diagnostics& diagnostics)
        : sources_(sources)
        , load_(load)
        , diagnostics_(diagnostics) {}

    std::optional<ParsedFile> run() {
        const std::size_t errors_before = diagnostics_.error_count();
        read(sources_.main(), {});
        if (diagnostics_.error_count() > errors_before) {
            return std::nullopt;
        }
        return std::move(result_);
    }

private:
    /// A file that is being read, and the path in the import that led there.
    struct Link {
        std::string identity;
        Span import;
    };

    void read(const SourceFile& source, Span import) {
        chain_.push_back({source.identity(), import});
        seen_.insert(chain_.back().identity);
        ParsedFile part;
        part.exprs = std::move(result_.exprs);
        part.types = std::move(result_.types);
        const bool parsed = parse_into(part, source.text(), source.base(), diagnostics_);
        result_.exprs = std::move(part.exprs);
        result_.types = std::move(part.types);
        if (chain_.size() == 1) {
            result_.protocol = std::move(part.protocol);
            result_.doc = std::move(part.doc);
        }
        if (parsed) {
            for (ast::Declaration& declaration : part.declarations) {
                take(std::move(declaration), source);
            }
        }
        chain_.pop_back();
    }

    void take(ast::Declaration declaration, const SourceFile& source) {
        const bool imported = chain_.size() > 1;
        if (const auto* import = std::get_if<ast::ImportDecl>(&declaration.node)) {
            follow(*import, source);
        } else if (!imported || is_importable(declaration)) {
            declaration.imported = imported;
            result_.declarations.push_back(std::move(declaration));
        }
    }

    void follow(const ast::ImportDecl& import, const SourceFile& source) {
        if (std::string fault = path_fault(import.path); !fault.empty()) {
            diagnostics_.report({.code = Code::import_path,
                                 .message = std::move(fault),
                                 .primary = {import.path_span, ""},
                                 .notes = {"it leads from the importing file to the imported one, "
                                           "with `/` between its parts"}});
            return;
        }
        auto loaded = load_(source.name(), import.path);
        if (!loaded) {
            report_missing(import, loaded.error());
            return;
        }
        const std::string target = loaded->identity();
        const auto open = std::find_if(chain_.begin(), chain_.end(), [&](const Link& link) {
            return link.identity == target;
        });
        if (open != chain_.end()) {
            report_cycle(import, open);
        } else if (seen_.count(target) == 0) {
            enter(std::move(*loaded), import.path_span);
        }
    }

    void enter(SourceFile file, Span import) {
        if (chain_.size() == kMaxImportDepth) {
            diagnostics_.report(
                {.code = Code::nesting_too_deep,
                 .message = fmt::format("imports are nested more than {} deep", kMaxImportDepth),
                 .primary = {import, "one too many"}});
            return;
        }
        if (const SourceFile* added = sources_.add(std::move(file))) {
            read(*added, import);
            return;
        }
        diagnostics_.report({.code = Code::not_text,
                             .message = "the files of this spec are too large together",
                             .primary = {import, "the first one that does not fit"}});
    }

    void report_missing(const ast::ImportDecl& import, const LoadError& error) {
        Diagnostic diagnostic{
            .code = Code::import_not_found,
            .message = fmt::format("`{}` cannot be imported: {}", import.path, error.message),
            .primary = {import.path_span, ""}};
        if (!error.file.empty()) {
            diagnostic.notes.push_back(fmt::format("the file would be `{}`", error.file));
        }
        diagnostics_.report(std::move(diagnostic));
    }

    void report_cycle(const ast::ImportDecl& import, std::vector<Link>::const_iterator open) {
        const bool itself = open + 1 == chain_.end();
        Diagnostic diagnostic{.code = Code::import_cycle,
                              .message = itself ? "a file imports itself"
                                                : "files import each other in a circle",
                              .primary = {import.path_span, itself ? "" : "back to the first one"}};
        for (auto link = open + 1; link != chain_.end(); ++link) {
            diagnostic.secondary.push_back({link->import, "from here"});
        }
        diagnostic.help = "move what both need into a file of its own";
        diagnostics_.report(std::move(diagnostic));
    }

    SourceMap& sources_;
    const ImportLoader& load_;
    Diagnostics& diagnostics_;
    ParsedFile result_;
    std::vector<Link> chain_; // from the main file to the one that is being read
    std::set<std::string> seen_;
};

} // namespace

tl::expected<SourceFile, LoadError> load_import(const std::string& importer,
                                                const std::string& path) {
    return load_source((std::filesystem::path(importer).parent_path() / path).lexically_normal());
}

std::optional<ParsedFile>
parse_with_imports(SourceMap& sources, const ImportLoader& load, Diagnostics& diagnostics) {
    return Importer(sources, load, diagnostics).run();
}

} // namespace muster::spec
