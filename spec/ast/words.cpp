#include "spec/ast/words.hpp"

namespace muster::spec {

std::string_view word(ast::PropertyKind kind) {
    switch (kind) {
    case ast::PropertyKind::invariant:
        return "invariant";
    case ast::PropertyKind::lemma:
        return "lemma";
    case ast::PropertyKind::step:
        return "step";
    case ast::PropertyKind::cover:
        return "cover";
    case ast::PropertyKind::axiom:
        return "axiom";
    }
    return {};
}

std::string_view word(ast::FaultKind kind) {
    switch (kind) {
    case ast::FaultKind::crash:
        return "crash";
    case ast::FaultKind::stop:
        return "stop";
    case ast::FaultKind::arbitrary:
        return "arbitrary";
    }
    return {};
}

} // namespace muster::spec
