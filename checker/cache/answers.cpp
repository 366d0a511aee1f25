#include "checker/cache/answers.hpp"

namespace muster::checker {

Answers::Answers(const std::vector<AnswerKey>& earlier) {
    known_.reserve(earlier.size());
    for (const AnswerKey key : earlier) {
        known_.emplace(key, Origin::earlier_run);
    }
}

bool Answers::find(AnswerKey key) {
    auto known = known_.find(key);
    if (known == known_.end() && source_) {
        source_();
        known = known_.find(key);
    }
    if (known == known_.end()) {
        return false;
    }
    use(key, known->second);
    return true;
}

void Answers::add(AnswerKey key) {
    const auto [known, is_new] = known_.emplace(key, Origin::this_run);
    use(key, known->second);
    if (is_new && sink_) {
        sink_(key);
    }
}

void Answers::use(AnswerKey key, Origin origin) {
    if (!is_used_.insert(key).second) {
        return;
    }
    used_.push_back(key);
    if (origin == Origin::this_run) {
        ++found_;
    }
}

} // namespace muster::checker
