#include "checker/infer/infer.hpp"

#include "checker/infer/lemma_name.hpp"
#include "checker/infer/lemma_search.hpp"
#include "checker/infer/lemma_text.hpp"
#include "checker/smt/unsupported.hpp"
#include "checker/system/is_selected.hpp"
#include "checker/system/transition_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <set>

namespace muster::checker::infer {

namespace {

using spec::PropertyKind;

/// Of a property, where the search was ended before the proof.
constexpr const char* kSeen = "every step keeps it as far as was seen";

class Inference {
public:
    Inference(const spec::TypedSpec& spec, const InferOptions& options)
        : options_(options) {
        report_.spec = spec;
        select_properties();
    }

    InferReport run() {
        const std::clock_t begin = std::clock();
        const std::vector<PropertyGroup> groups = group_properties(report_.spec);
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const double left = std::max(options_.seconds - seconds_since(begin), 1.0);
            search(groups[i], left / static_cast<double>(groups.size() - i));
        }
        name_lemmas();
        if (is_stopped()) {
            say_how_far();
        } else {
            prove();
        }
        report_.cpu_seconds = seconds_since(begin);
        return std::move(report_);
    }

private:
    bool is_wanted(const spec::PropertyInfo& property) const {
        switch (property.kind) {
        case PropertyKind::axiom:
            return true;
        case PropertyKind::lemma:
            return !options_.ignore_lemmas;
        case PropertyKind::invariant:
        case PropertyKind::step:
            return is_selected(options_.properties, property.name);
        case PropertyKind::cover:
            break;
        }
        return false;
    }

    void select_properties() {
        for (const spec::PropertyInfo& property : report_.spec.properties) {
            names_.insert(property.name);
        }
        std::erase_if(report_.spec.properties,
                      [&](const spec::PropertyInfo& property) { return !is_wanted(property); });
        asked_ = report_.spec.properties.size();
    }

    static double seconds_since(std::clock_t begin) {
        return static_cast<double>(std::clock() - begin) / static_cast<double>(CLOCKS_PER_SEC);
    }

    bool is_stopped() const {
        return options_.induction.stop != nullptr && options_.induction.stop->requested();
    }

    void search(const PropertyGroup& group, double seconds) {
        std::vector<std::size_t> properties;
        for (const std::size_t property : group.properties) {
            if (report_.spec.properties[property].kind != PropertyKind::axiom) {
                properties.push_back(property);
            }
        }
        if (properties.empty()) {
            return;
        }
        const TransitionSystem system = lower(report_.spec, group.without);
        LemmaSearchOptions options;
        options.seed = options_.seed;
        options.seconds = seconds;
        options.guess_share = options_.guess_share;
        options.stop = options_.induction.stop;
        options.progress = options_.progress;
        options.log = options_.log;
        LemmaSearch lemmas(report_.spec, system, properties, options);
        LemmaSearchResult found;
        try {
            found = lemmas.run();
        } catch (const smt::Unsupported& unsupported) {
            for (const std::size_t property : properties) {
                reasons_.emplace_back(
                    property, fmt::format("proofs do not understand {}", unsupported.what()));
            }
        }
        const ExprBuilder builder(report_.spec);
        for (const Clause& clause : found.lemmas) {
            spec::PropertyInfo lemma;
            lemma.kind = PropertyKind::lemma;
            lemma.without = group.without;
            lemma.body = formula_of(builder, lemmas.predicates(), clause);
            new_lemmas_.push_back(std::move(lemma));
        }
        for (const OpenProperty& open : found.open) {
            reasons_.emplace_back(open.property, open.reason);
        }
        report_.queries += found.queries;
        report_.samples += found.samples;
        report_.counterexamples += found.counterexamples;
        report_.dropped += found.dropped;
    }

    void name_lemmas() {
        for (spec::PropertyInfo& lemma : new_lemmas_) {
            lemma.name = lemma_name(report_.spec, lemma.body, names_);
            names_.insert(lemma.name);
            report_.spec.properties.push_back(lemma);
        }
    }

    /// From scratch, as `check` does it.
    void prove() {
        const InductionReport proof = prove_by_induction(report_.spec, options_.induction);
        report_.stopped = proof.stopped;
        report_.inconsistencies = proof.inconsistencies;
        for (const ObligationProof& obligation : proof.obligations) {
            if (obligation.outcome != ProofOutcome::proved) {
                report_.obligations.push_back(
                    fmt::format("{}: {}", obligation.step, obligation.reason));
            }
        }
        for (const PropertyProof& each : proof.properties) {
            const spec::PropertyInfo& property = report_.spec.properties[each.property];
            const bool proved = each.outcome == ProofOutcome::proved &&
                                report_.inconsistencies.empty() && is_defined(proof, property);
            if (each.property < asked_) {
                report_.properties.push_back(
                    {each.property, proved, proved ? "" : reason_of(each.property, each.reason)});
            } else if (proved) {
                report_.lemmas.push_back({property.name, lemma_text(report_.spec, property)});
            }
        }
    }

    /// Somebody asked for an end before the proof.
    void say_how_far() {
        report_.stopped = options_.induction.stop->reason();
        for (std::size_t p = 0; p < asked_; ++p) {
            if (report_.spec.properties[p].kind != PropertyKind::axiom) {
                report_.properties.push_back({p, false, reason_of(p, kSeen)});
            }
        }
        for (std::size_t p = asked_; p < report_.spec.properties.size(); ++p) {
            const spec::PropertyInfo& property = report_.spec.properties[p];
            report_.candidates.push_back({property.name, lemma_text(report_.spec, property)});
        }
    }

    static bool is_defined(const InductionReport& proof, const spec::PropertyInfo& property) {
        return std::none_of(
            proof.obligations.begin(), proof.obligations.end(), [&](const auto& obligation) {
                return obligation.kind == ObligationProof::Kind::property &&
                       obligation.span == property.span && obligation.step == property.name &&
                       obligation.outcome != ProofOutcome::proved;
            });
    }

    /// What the search says of it, or else what the proof does.
    std::string reason_of(std::size_t wanted, const std::string& otherwise) const {
        for (const auto& [property, reason] : reasons_) {
            if (property == wanted && !reason.empty()) {
                return reason;
            }
        }
        return otherwise;
    }

    const InferOptions& options_;
    InferReport report_;
    std::size_t asked_ = 0;       // properties before the new lemmas
    std::set<std::string> names_; // of the spec as it was given, and of new lemmas
    std::vector<spec::PropertyInfo> new_lemmas_;
    std::vector<std::pair<std::size_t, std::string>> reasons_;
};

} // namespace

bool InferReport::all_proved() const {
    return inconsistencies.empty() &&
           std::all_of(properties.begin(), properties.end(), [](const InferredProperty& property) {
               return property.proved;
           });
}

spec::TypedSpec with_lemmas(const spec::TypedSpec& spec, const InferReport& report) {
    spec::TypedSpec result = report.spec; // has every expression of the other, at its place
    result.properties = spec.properties;
    for (const InferredLemma& lemma : report.lemmas) {
        const auto& all = report.spec.properties;
        result.properties.push_back(*std::find_if(
            all.begin(), all.end(), [&](const auto& each) { return each.name == lemma.name; }));
    }
    return result;
}

InferReport infer(const spec::TypedSpec& spec, const InferOptions& options) {
    return Inference(spec, options).run();
}

} // namespace muster::checker::infer
