#include "spec/resolve/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace muster::spec {

namespace {

/// Records within records: whatever walks over a value goes as deep.
constexpr std::uint32_t kMaxDepth = 64;

/// Every engine takes records apart into their scalars.
constexpr std::uint64_t kMaxScalars = 10'000;

class RecordResolver {
public:
    RecordResolver(ResolvedSpec& spec, Diagnostics& diagnostics)
        : spec_(spec)
        , typed_(spec.declared)
        , diagnostics_(diagnostics)
        , facts_(spec.declared.records.size()) {
        for (const ast::Declaration& declaration : spec_.file.declarations) {
            if (const auto* record = std::get_if<ast::RecordDecl>(&declaration.node)) {
                decls_.push_back(record);
            }
        }
        spec_.flat_records.assign(decls_.size(), true);
    }

    void run() {
        for (std::uint32_t i = 0; i < decls_.size(); ++i) {
            resolve_fields(i);
        }
        for (std::uint32_t i = 0; i < decls_.size(); ++i) {
            visit(i, decls_[i]->name.span);
        }
        for (std::uint32_t i = 0; i < decls_.size(); ++i) {
            if (facts_[i].contains_itself) {
                typed_.records[i].fields.clear();
                spec_.flat_records[i] = true; // one report is enough
            }
        }
        for (std::uint32_t i = 0; i < decls_.size(); ++i) {
            auto& fields = typed_.records[i].fields;
            for (std::size_t f = 0; f < fields.size(); ++f) {
                fields[f].type =
                    check_nesting(spec_, decls_[i]->fields[f].type, fields[f].type, diagnostics_);
            }
        }
    }

private:
    enum class Mark { unvisited, on_path, done };

    struct Facts {
        Mark mark = Mark::unvisited;
        bool contains_itself = false;
        std::uint32_t height = 0;  // of the records below
        std::uint64_t scalars = 0; // at most a little above kMaxScalars
    };

    void resolve_fields(std::uint32_t index) {
        std::map<std::string_view, Span> seen;
        for (const ast::Field& field : decls_[index]->fields) {
            const TypeId type = resolve_type_names(spec_, field.type, diagnostics_);
            typed_.records[index].fields.push_back({field.name.text, type, field.doc, {}});
            const auto [first, entered] = seen.emplace(field.name.text, field.name.span);
            if (!entered) {
                diagnostics_.report(
                    {.code = Code::duplicate_name,
                     .message = fmt::format("field `{}` is declared twice", field.name.text),
                     .primary = {field.name.span, "declared again here"},
                     .secondary = {{first->second, "first declared here"}}});
            }
            if (field.default_value.valid()) {
                diagnostics_.report({.code = Code::not_allowed_here,
                                     .message = "a field of a record has no default",
                                     .primary = {spec_.file.expr(field.default_value).span, ""},
                                     .notes = {"only the fields of messages may have defaults"}});
            }
        }
    }

    /// Finds out about a record after everything that it contains.
    void visit(std::uint32_t index, Span use) {
        Facts& facts = facts_[index];
        if (facts.mark == Mark::on_path && !facts.contains_itself) {
            facts.contains_itself = true;
            diagnostics_.report(
                {.code = Code::recursion,
                 .message = fmt::format("record `{}` contains itself", decls_[index]->name.text),
                 .primary = {decls_[index]->name.span, ""},
                 .secondary = {{use, "reached again by this field"}}});
        }
        if (facts.mark != Mark::unvisited) {
            return;
        }
        if (depth_ > kMaxDepth) {
            report_depth(use);
            return;
        }
        facts.mark = Mark::on_path;
        ++depth_;
        bool flat = true;
        const auto& fields = typed_.records[index].fields;
        for (std::size_t f = 0; f < fields.size(); ++f) {
            visit_type(fields[f].type, decls_[index]->fields[f].name.span, facts);
            flat = flat && is_flat(spec_, fields[f].type);
        }
        --depth_;
        spec_.flat_records[index] = flat;
        facts.mark = Mark::done;
        report_size(index, facts);
    }

    void visit_type(TypeId id, Span field, Facts& owner) {
        if (!id.valid()) {
            return;
        }
        const Type type = typed_.types[id];
        if (type.kind == TypeKind::record) {
            visit(type.declaration, field);
            owner.height = std::max(owner.height, facts_[type.declaration].height + 1);
            owner.scalars += facts_[type.declaration].scalars;
        } else {
            owner.scalars += 1;
        }
        owner.scalars = std::min(owner.scalars, kMaxScalars + 1);
        visit_type(type.first, field, owner);
        visit_type(type.second, field, owner);
    }

    void report_depth(Span span) {
        diagnostics_.report(
            {.code = Code::nesting_too_deep,
             .message = fmt::format("records contain records more than {} deep", kMaxDepth),
             .primary = {span, "one too many"}});
    }

    void report_size(std::uint32_t index, Facts& facts) {
        if (facts.height > kMaxDepth) {
            report_depth(decls_[index]->name.span);
            facts.height = 0; // or every record above this one would be reported
        }
        if (facts.scalars > kMaxScalars) {
            diagnostics_.report(
                {.code = Code::expansion_too_large,
                 .message = fmt::format("record `{}` holds more than {} scalars",
                                        decls_[index]->name.text,
                                        kMaxScalars),
                 .primary = {decls_[index]->name.span, "fields of its fields counted"},
                 .notes = {"every record is taken apart into its scalars"},
                 .help = "name the inner values by a sort, and keep a map from it"});
            facts.scalars = 1;
        }
    }

    ResolvedSpec& spec_;
    TypedSpec& typed_;
    Diagnostics& diagnostics_;
    std::vector<const ast::RecordDecl*> decls_;
    std::vector<Facts> facts_; // by record
    std::uint32_t depth_ = 0;  // of the records on the path
};

} // namespace

void resolve_records(ResolvedSpec& spec, Diagnostics& diagnostics) {
    RecordResolver(spec, diagnostics).run();
}

} // namespace muster::spec
