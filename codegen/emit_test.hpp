#pragma once

#include "codegen/model/role_context.hpp"
#include "codegen/model/test_elements.hpp"
#include "codegen/model/writer.hpp"
#include "codegen/test_expr.hpp"
#include "spec/types/test_grounds.hpp"

#include <set>
#include <string>
#include <vector>

namespace muster::codegen {

/// Emits one `test` block as a GoogleTest case.
class TestEmitter {
public:
    TestEmitter(const RoleContext& context, const spec::TestInfo& test, Writer& writer);

    void emit(const std::string& suite, const std::string& name);

private:
    void collect();
    void use_function(spec::FunctionId function);
    void collect_bare_sorts(spec::ExprId expr);

    void declare_element(spec::LocalId element);
    void declare_elements();
    void declare_constants();
    void declare_functions();
    void declare_function(spec::FunctionId function);
    void declare_defs(bool of_role);
    void declare_def(spec::DefId id);
    void check_axioms();
    void declare_subject();
    [[nodiscard]] std::vector<Doc> subject_arguments();
    Doc lambda(const std::vector<spec::LocalId>& parameters, spec::ExprId body);
    Doc least(spec::TypeId type);

    void step(const spec::TestStep& step);
    void take(const spec::TestMessage& line);
    void take(const spec::TestTimer& line);
    void take(const spec::TestAction& line);
    void take(const spec::TestCrash& line);
    void take(const spec::TestLost& line);
    void take(const spec::TestExpectation& line);
    void take(const spec::TestSends& line);
    void refuse_event(const spec::TestMessage& line);
    void refuse_event(const spec::TestTimer& line);
    void refuse_event(const spec::TestAction& line);
    template <class Line>
    void refuse_event(const Line& line);
    void refused(const Doc& call, const std::string& what);
    [[nodiscard]] bool has_handler(spec::MessageId message) const;
    [[nodiscard]] std::pair<Doc, std::string> handle(const spec::TestMessage& line);
    [[nodiscard]] std::pair<Doc, std::string> act(const spec::TestAction& line);
    [[nodiscard]] std::pair<Doc, std::string> timer(const spec::TestTimer& line);
    void begin_event(const std::vector<spec::ExprId>& mentioned);
    void note_used(const std::vector<spec::ExprId>& mentioned);
    void run(const Doc& call, const std::string& what);
    [[nodiscard]] std::string
    message_text(spec::MessageId message,
                 const std::vector<std::pair<std::uint32_t, spec::ExprId>>& fields) const;

    const RoleContext& context_;
    const spec::TypedSpec& spec_;
    const spec::TestInfo& test_;
    Writer& writer_;
    TestElements elements_;
    spec::TestGrounds grounds_;
    TestNames names_;
    TestExprEmitter exprs_;
    Usage usage_; // of the machine and of the test
    std::set<spec::SortId> bare_sorts_;
    std::set<spec::DefId> searched_;
};

} // namespace muster::codegen
