#pragma once

#include "runtime/base/bytes.hpp"
#include "runtime/base/error.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace muster::runtime {

/// One durable value of a machine: a scalar has the empty key, a map or a set one entry a key.
struct Entry {
    std::string field;
    Bytes key;
    Bytes value;

    friend bool operator==(const Entry&, const Entry&) = default;
};

/// One step of a write. Steps are applied in order.
struct Change {
    enum class Kind {
        /// Removes every entry of the field; key and value are not used.
        clear_field,
        put,
        erase,
    };

    Kind kind = Kind::put;
    std::string field;
    Bytes key;
    Bytes value;
};

/// What one handler of one machine changed.
struct Write {
    std::string machine;
    /// Grows whenever a machine is loaded anew. After a failed write of an incarnation the store
    /// refuses every later write of it, because those build on a state that was lost.
    std::uint64_t incarnation = 0;
    std::vector<Change> changes;
};

enum class Flush {
    /// The write is on disk.
    durable,
    /// It is not, and no later write of the same incarnation will be.
    failed,
};

/// Where the durable part of machines lives.
class Store {
public:
    using Completion = std::function<void(Flush)>;

    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default;

    /// Writes everything or nothing, after all writes submitted before. The completion runs on the
    /// caller's event loop, never inside this call, and in the order of submission.
    virtual void submit(Write write, Completion completion) = 0;

    /// The entries of a machine as of the last completed write, ordered by field and key.
    [[nodiscard]] virtual Result<std::vector<Entry>> load(const std::string& machine) = 0;

    /// The machines that have entries, in order.
    [[nodiscard]] virtual Result<std::vector<std::string>> machines() = 0;
};

} // namespace muster::runtime
