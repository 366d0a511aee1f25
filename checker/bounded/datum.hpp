#pragma once

#include "checker/bounded/circuit.hpp"
#include "checker/eval/value.hpp"

#include <memory>
#include <vector>

namespace muster::checker::bounded {

struct Content;

/// A value of the language that depends on a circuit. Immutable and cheap to copy; null where
/// nothing has been put yet (the value of an option that is none).
using Datum = std::shared_ptr<const Content>;

/// The key of a map, or the element of a set, as a row of numbers: of an option 0, or 1 and what
/// its value is; of a record the rows of its fields one after the other.
using Key = std::vector<Atom>;

struct Entry {
    Key key{}; // of a list, the position
    Bit present{};
    Datum value{}; // of a map or list
    bool operator==(const Entry&) const = default;
};

/// Which members are used depends on the type: `flag` of a truth value, and whether an option is
/// some; `alternatives` of integers, elements of sorts and enumerators; `parts` of records
/// (fields), options (the value) and requests (sender and correlation); `entries` of collections.
/// Ascending by key. No two entries of a set or map that are present have equal keys; those of a
/// list that are present come first.
struct Content {
    Bit flag{};
    Alternatives alternatives{};
    std::vector<Datum> parts{};
    std::vector<Entry> entries{};
    bool operator==(const Content&) const = default;
};

/// One value that a key may have, and when.
struct KeyAlternative {
    Key key;
    Bit guard;
};

/// Builds values over one circuit, for one spec. Types are needed only where the
/// same content may mean different things.
class Algebra {
public:
    /// All outlive the algebra.
    Algebra(Circuit& circuit, const spec::TypedSpec& spec)
        : circuit_(circuit)
        , spec_(spec) {}

    [[nodiscard]] Circuit& circuit() const { return circuit_; }

    static Datum truth(Bit bit);
    static Datum number(std::int64_t value);
    static Datum scalar(Alternatives alternatives);
    static Datum row(std::vector<Datum> parts);
    static Datum none();
    static Datum some(Datum value);
    static Datum collection(std::vector<Entry> entries);

    [[nodiscard]] Datum constant(spec::TypeId type, const Value& value) const;
    [[nodiscard]] Datum of_key(spec::TypeId type, const Key& key) const;
    /// The element that an entry of a collection of this type stands for; of a map its key.
    [[nodiscard]] Datum element(spec::TypeId collection, const Entry& entry) const;

    [[nodiscard]] Datum choice(Bit condition, const Datum& yes, const Datum& no) const;
    /// The datum whose guard holds. At most one does; the last where none does.
    [[nodiscard]] Datum select(const std::vector<std::pair<Bit, Datum>>& options) const;

    [[nodiscard]] Bit equal(spec::TypeId type, const Datum& a, const Datum& b) const;
    [[nodiscard]] Bit less(const Datum& a, const Datum& b) const;
    [[nodiscard]] Bit is_number(const Datum& scalar, std::int64_t value) const;

    /// Throws Unsupported where there are too many, or collections are inside.
    [[nodiscard]] std::vector<KeyAlternative> keys(spec::TypeId type, const Datum& datum) const;
    [[nodiscard]] Bit equal(const Key& a, const Key& b) const;

    // Sets, maps and rows of flags.
    [[nodiscard]] Bit contains(const std::vector<Entry>& entries,
                               const std::vector<KeyAlternative>& keys) const;
    [[nodiscard]] Bit contains(const std::vector<Entry>& entries, const Key& key) const;
    /// The value at a key; whatever where it is not there.
    [[nodiscard]] Datum lookup(const std::vector<Entry>& entries,
                               const std::vector<KeyAlternative>& keys) const;
    /// Where the condition holds.
    void put(std::vector<Entry>& entries, const Key& key, Bit condition, const Datum& value) const;
    void remove(std::vector<Entry>& entries, const Key& key, Bit condition) const;
    [[nodiscard]] Datum set_union(const Datum& a, const Datum& b) const;
    [[nodiscard]] Datum intersection(const Datum& a, const Datum& b) const;
    [[nodiscard]] Datum difference(const Datum& a, const Datum& b) const;
    [[nodiscard]] Bit subset(const Datum& a, const Datum& b) const;
    /// How many entries are present.
    [[nodiscard]] Datum size(const Datum& collection) const;

    // Lists.
    [[nodiscard]] Bit
    list_contains(spec::TypeId element, const Datum& list, const Datum& wanted) const;
    /// Where the condition holds.
    [[nodiscard]] Datum append(const Datum& list, const Datum& element, Bit condition) const;
    /// Without every occurrence.
    [[nodiscard]] Datum
    without(spec::TypeId element, const Datum& list, const Datum& unwanted) const;

    /// Takes what `changed` differs from `start` in over into `merged`.
    [[nodiscard]] Datum
    merge(spec::TypeId type, const Datum& start, const Datum& changed, const Datum& merged) const;
    [[nodiscard]] std::vector<Entry> merge_entries(spec::TypeId value, // invalid of a set
                                                   const std::vector<Entry>& start,
                                                   const std::vector<Entry>& changed,
                                                   const std::vector<Entry>& merged) const;

    [[nodiscard]] Value value(spec::TypeId type, const Datum& datum, Assignment& under) const;

private:
    void append_key(spec::TypeId type, const Value& value, Key& key) const;
    [[nodiscard]] Datum of_key(spec::TypeId type, const Key& key, std::size_t& next) const;
    [[nodiscard]] Bit
    covers(spec::TypeId map_value, const std::vector<Entry>& a, const std::vector<Entry>& b) const;
    [[nodiscard]] Bit equal_lists(spec::TypeId element, const Datum& a, const Datum& b) const;
    [[nodiscard]] Value value_of_key(spec::TypeId type, const Key& key, Assignment& under) const;

    Circuit& circuit_;
    const spec::TypedSpec& spec_;
};

} // namespace muster::checker::bounded
