#pragma once

#include "spec/format/statement_layout.hpp"

#include <string>

namespace muster::spec::formatting {

/// Lays out a whole file.
class FileLayout : private StatementLayout {
public:
    using StatementLayout::StatementLayout;

    [[nodiscard]] std::string run();

private:
    void declaration();
    void words();
    void brace_declaration();
    void field_declaration();
    void enumerator();
    void constant();
    void function();
    void message();
    void property();
    /// Opens the box of what stands behind a colon, on a new line where the author began one or
    /// where it does not fit.
    void begin_body();
    void without();
    void live();
    void quiet_item();
    void timing();
    void instance_item();
    void test();
    void test_line();
    void expectation();
    void role();
    void index_parameter();
    void member();
    void variable();
    void timer();
    void definition();
    void procedure();
    void handler();
    void lost_handler();
    void action();
    void guard();
    void parameters();
};

} // namespace muster::spec::formatting
