#include "codegen/emit_statement.hpp"

#include <algorithm>
#include <utility>

/// `for each x in list` is an ordinary loop, over a copy where the body writes to the list.
///
/// `for x in S`: every iteration sees the state before the loop, and what it wrote itself.
///
/// Where each iteration reads only its own entry of what the loop writes, an ordinary loop does
/// just that. A variable whose other entries are read as well is carried through the loop by
/// machine::Simultaneous, which hides from an iteration what the others wrote.
namespace muster::codegen {

using namespace spec::typed;
using spec::VariableId;

std::set<VariableId> StatementEmitter::seen_by_others(const For& node, spec::Span span) const {
    std::set<VariableId> written;
    std::set<VariableId> not_entries; // written otherwise than entry by entry
    std::set<VariableId> read;
    for (const Access& access : context_.analysis.accesses(node.body, node.local)) {
        if (access.write) {
            written.insert(access.variable);
            if (!access.own) {
                not_entries.insert(access.variable);
            }
        } else if (!access.own) {
            read.insert(access.variable);
        }
    }
    std::set<VariableId> seen;
    for (const VariableId variable : written) {
        if (read.count(variable) == 0) {
            continue;
        }
        if (not_entries.count(variable) > 0) {
            context_.not_generable(span,
                                   "a loop that reads all of `" +
                                       context_.spec.variable(variable).name +
                                       "` and writes to parts of its parts");
        }
        if (context_.is_ghost(variable) && !in_ghosts_) {
            context_.not_generable(span, "a loop that reads all of a ghost that it also writes");
        }
        seen.insert(variable);
    }
    return seen;
}

void StatementEmitter::loop(const For& node, spec::Span span) {
    const std::set<VariableId> seen = seen_by_others(node, span);
    std::set<VariableId> written;
    for (const Access& access : context_.analysis.accesses(node.body, node.local)) {
        if (access.write) {
            written.insert(access.variable);
        }
    }
    const std::set<VariableId> in_domain = context_.analysis.of(node.domain).reads;
    const bool domain_changes =
        std::any_of(in_domain.begin(), in_domain.end(), [&](VariableId variable) {
            return written.count(variable) > 0;
        });
    const Doc domain =
        domain_changes ? exprs_.copied_range(node.domain) : exprs_.range(node.domain);
    exprs_.push();
    std::vector<std::string> carried;
    if (!seen.empty()) {
        writer_.open("{");
    }
    for (const VariableId variable : seen) {
        carried.push_back(exprs_.unique(context_.spec.variable(variable).name + "_in_loop"));
        writer_.line("machine::Simultaneous " + carried.back() + '(' + context_.member(variable) +
                     ");");
    }
    const std::string domain_name = domain_changes ? exprs_.unique("domain") : "";
    const std::string element = exprs_.declare(node.local);
    const std::string name = unused(node.local) + "const auto& " + element;
    if (domain_changes) {
        writer_.open(group(Doc("for (const auto " + domain_name + " = ") + domain + Doc(";") +
                           nest(line() + Doc(name + " : " + domain_name + ") {"))));
    } else {
        writer_.open(group(Doc("for (" + name + " : ") + nest(domain) + Doc(") {")));
    }
    block(node.body);
    for (const std::string& variable : carried) {
        writer_.line(variable + ".next(" + element + ");");
    }
    writer_.close();
    if (!seen.empty()) {
        for (const std::string& variable : carried) {
            writer_.line(variable + ".finish();");
        }
        writer_.close();
    }
    exprs_.pop();
}

void StatementEmitter::loop(const ForEach& node) {
    const Usage inside = context_.analysis.of(node.body);
    const std::set<VariableId> in_list = context_.analysis.of(node.list).reads;
    const bool list_changes = std::any_of(in_list.begin(), in_list.end(), [&](VariableId variable) {
        return inside.writes.count(variable) > 0;
    });
    const Doc list = exprs_.plain(node.list);
    exprs_.push();
    const std::string list_name = list_changes ? exprs_.unique("list") : "";
    const std::string name = unused(node.local) + "const auto& " + exprs_.declare(node.local);
    if (list_changes) {
        writer_.open(group(Doc("for (const auto " + list_name + " = ") + list + Doc(";") +
                           nest(line() + Doc(name + " : " + list_name + ") {"))));
    } else {
        writer_.open(group(Doc("for (" + name + " : ") + nest(list) + Doc(") {")));
    }
    block(node.body);
    writer_.close();
    exprs_.pop();
}

} // namespace muster::codegen
