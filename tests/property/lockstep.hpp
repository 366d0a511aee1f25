#pragma once

#include "checker/eval/evaluator.hpp"
#include "tests/property/machine_under_test.hpp"

#include <rapidcheck.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

// Generated machines and the evaluator, given the same events. After each event the states, the
// messages sent and the timers armed must be the same, for every way to choose in it.
namespace muster::test {

// Where a run's random decisions come from: a sequence that one number determines. A failure is not
// shrunk (another number is another run); it comes with its whole story.
class Tape {
public:
    Tape(std::uint64_t seed, std::size_t length)
        : state_(seed)
        , left_(length) {}

    // A number below `count`.
    std::size_t below(std::size_t count);

    [[nodiscard]] bool at_end() const { return left_ == 0; }

private:
    std::uint64_t state_;
    std::size_t left_;
};

// The system under test: a spec, its universe, and how to make the machine of each role.
struct Model {
    spec::TypedSpec spec;
    checker::TransitionSystem system;
    checker::Universe universe;
    checker::Fixed fixed;
    // How much likelier than once a message, timer or action is tried: runs that go deep need it.
    std::map<std::string, std::size_t> weights;
    // Makes a random message one that the receiver may well accept; may be empty.
    std::function<void(Tape&, const checker::State&, checker::SentMessage&)> adjust;
    // Makes the machine of a process; none for a role that is left out of the comparison.
    std::function<std::unique_ptr<MachineUnderTest>(
        const spec::TypedSpec&, spec::RoleId, std::int64_t process)>
        make;

    // Reads a spec; the path is relative to the repository. Every role may crash, and every sender
    // is arbitrary.
    static std::unique_ptr<Model> read(const std::string& path);
    [[nodiscard]] spec::SortId sort(const std::string& name) const;
    [[nodiscard]] std::size_t weight(const std::string& name) const;
};

class Lockstep {
public:
    // One of the initial states, chosen by the tape.
    Lockstep(const Model& model, Tape& tape);

    // One random event. Returns what is wrong, with the events that led there, or nothing.
    std::string step(Tape& tape);

    [[nodiscard]] const checker::State& state() const { return state_; }

    // Whether `fresh` has nothing left to give out, so that the run should begin anew.
    [[nodiscard]] bool is_exhausted() const { return evaluator_.exhausted_count() > 0; }

    // How often each kind of event was handled: a test may demand that all were.
    std::map<std::string, int> covered;

private:
    struct Process {
        spec::RoleId role;
        std::int64_t number = 0;
        std::unique_ptr<MachineUnderTest> machine;
    };

    // What one event can lead to.
    struct Outcomes {
        std::vector<checker::Successor> expected;
        std::vector<std::unique_ptr<MachineUnderTest>> machines; // one for each
        // What can be chosen after these choices.
        std::map<std::vector<Value>, std::set<Value>> options;
        // The handlers that may run.
        std::set<std::size_t> handlers;
    };

    Value random_integer(Tape& tape) const;
    Value random_element(Tape& tape, std::uint32_t sort) const;
    Value random_container(Tape& tape, const spec::Type& type) const;
    Value random_value(Tape& tape, spec::TypeId type) const;
    checker::SentMessage random_message(Tape& tape, spec::MessageId message, std::int64_t to);
    std::vector<checker::Event> random_event(Tape& tape, const Process& process);
    std::vector<checker::Event> delivery(Tape& tape, const Process& process);
    std::vector<checker::Event> firing(Tape& tape, const Process& process);
    std::vector<checker::Event> action(Tape& tape, const Process& process);
    std::vector<checker::Event> crash(const Process& process);
    std::vector<checker::Event> cut(Tape& tape, const Process& process);
    std::string
    compare_outcome(const Process& process, const checker::Successor& expected, Outcomes& all);
    std::string compare_disabled(const Process& process, const checker::Event& event) const;
    std::string compare(Tape& tape, Process& process, const std::vector<checker::Event>& events);
    Outcome run(const Process& process,
                MachineUnderTest& machine,
                const checker::Event& event,
                Script& script,
                Effects& effects) const;
    Outcome run_cut(const Process& process,
                    MachineUnderTest& machine,
                    const checker::Event& event,
                    Script& script,
                    Effects& effects) const;
    std::string differs(const Process& process,
                        const MachineUnderTest& machine,
                        const Effects& effects,
                        const checker::Event& event,
                        const checker::State& after) const;
    [[nodiscard]] std::string describe(const checker::Event& event) const;

    const Model& model_;
    checker::Evaluator evaluator_;
    checker::State state_;
    std::vector<Process> processes_;
    std::string story_; // the events so far, one on each line
};

} // namespace muster::test
