#include "counting.hpp"

#include <cstdint>
#include <string>

namespace counting = muster::protocols::counting;
using Types = counting::DefaultTypes;

struct Out {
    std::int64_t last_total = 0;

    void send(const counting::Total<Types>& message, const std::string&) {
        last_total = message.total;
    }

    template <class Field>
    void changed(Field) {}
};

int main() {
    muster::runtime::DefaultHooks hooks;
    counting::counter<Types, muster::runtime::DefaultHooks> counter(hooks);
    Out out;
    static_cast<void>(counter.start(out));
    static_cast<void>(counter.handle(counting::Add<Types>{2}, "a", out));
    static_cast<void>(counter.handle(counting::Add<Types>{3}, "b", out));
    return out.last_total == 5 ? 0 : 1;
}
