#include "checker/product/formula_table.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace muster::checker::product {

namespace {

constexpr std::uint32_t kWhole = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kEverything = std::numeric_limits<std::uint64_t>::max();
/// A formula is not taken apart into more pieces than this.
constexpr std::size_t kMaxPieces = 4096;
constexpr std::uint32_t kMaskBits = 64;
/// Truths of so many numbers are kept in a map of their own.
constexpr std::size_t kFew = 2;

std::uint64_t few(const std::vector<std::uint32_t>& key) {
    return FlatMap::key(key.empty() ? 0 : key.front(), key.size() < kFew ? 0 : key.back());
}

} // namespace

FormulaTable::FormulaTable(const spec::TypedSpec& spec,
                           const Universe& universe,
                           Interpreter& interpreter,
                           Parts& parts,
                           const std::vector<std::size_t>& properties,
                           const std::vector<std::size_t>& covers,
                           bool several_interpretations)
    : spec_(spec)
    , universe_(universe)
    , interpreter_(interpreter)
    , parts_(parts)
    , several_interpretations_(several_interpretations) {
    for (const std::size_t property : properties) {
        add(property);
    }
    for (const std::size_t cover : covers) {
        add(cover);
    }
    left_ = formulas_.size();
}

void FormulaTable::add(std::size_t property) {
    const spec::PropertyInfo& info = spec_.properties[property];
    Formula formula{property, info.kind, {}, false, std::nullopt};
    take_apart(formula, info.body, {});
    if (formula.kind == spec::PropertyKind::step) {
        has_steps_ = true;
    } else {
        for (const Piece& piece : formula.pieces) {
            mask_ |= piece.mask;
        }
    }
    formulas_.push_back(std::move(formula));
}

// In the order in which the evaluator goes through them, so that what goes wrong first is found
// first.
void FormulaTable::take_apart(Formula& formula, spec::ExprId body, const Bindings& bindings) {
    const spec::typed::Expr& expr = spec_.expr(body);
    const bool is_cover = formula.kind == spec::PropertyKind::cover;
    if (const auto* binary = std::get_if<spec::typed::Binary>(&expr.node)) {
        const auto joint = is_cover ? spec::BinaryOp::logical_or : spec::BinaryOp::logical_and;
        // What is to the right may be undefined where what is to the left is not true.
        if (binary->op == joint && !is_cover) {
            take_apart(formula, binary->left, bindings);
            take_apart(formula, binary->right, bindings);
            return;
        }
    }
    if (const auto* quantifier = std::get_if<spec::typed::Quantifier>(&expr.node)) {
        const auto kind = is_cover ? spec::QuantifierKind::exists : spec::QuantifierKind::forall;
        if (quantifier->kind == kind && take_apart(formula, *quantifier, bindings)) {
            return;
        }
    }
    add_piece(formula, body, bindings);
}

bool FormulaTable::take_apart(Formula& formula,
                              const spec::typed::Quantifier& quantifier,
                              const Bindings& bindings) {
    std::size_t count = 1;
    for (const spec::typed::Binder& binder : quantifier.binders) {
        const spec::Type& type = spec_.types[spec_.local(binder.local).type];
        if (binder.domain.valid() || type.kind != spec::TypeKind::sort) {
            return false;
        }
        count *= static_cast<std::size_t>(universe_.sort_sizes[type.declaration]);
    }
    if (formula.pieces.size() + count > kMaxPieces) {
        return false;
    }
    std::vector<std::int64_t> chosen(quantifier.binders.size(), 0);
    for (std::size_t i = 0; i < count; ++i) {
        Bindings inside = bindings;
        std::size_t rest = i;
        for (std::size_t b = quantifier.binders.size(); b-- > 0;) {
            const spec::LocalId local = quantifier.binders[b].local;
            const auto size = static_cast<std::size_t>(
                universe_.sort_sizes[spec_.types[spec_.local(local).type].declaration]);
            inside[local] = Value::scalar(static_cast<std::int64_t>(rest % size));
            rest /= size;
        }
        take_apart(formula, quantifier.body, inside);
    }
    return true;
}

void FormulaTable::add_piece(Formula& formula, spec::ExprId body, const Bindings& bindings) {
    Piece piece;
    piece.body = body;
    piece.bindings = bindings;
    const Footprint seen = footprint(spec_, parts_, body, bindings);
    const auto& processes = parts_.places().processes();
    for (const auto& [place, local] : seen.processes) {
        piece.places.emplace_back(
            place, parts_.select(processes[place - 1].role, local.variables, local.armed));
        piece.mask |= std::uint64_t{1} << (place % kMaskBits);
    }
    for (const std::uint32_t place : seen.others) {
        piece.places.emplace_back(place, kWhole);
        piece.mask |= std::uint64_t{1} << (place % kMaskBits);
    }
    formula.pieces.push_back(std::move(piece));
}

std::vector<FormulaTable::PieceNumber> FormulaTable::pieces() const {
    std::vector<PieceNumber> all;
    for (std::uint32_t formula = 0; formula < formulas_.size(); ++formula) {
        for (std::uint32_t piece = 0; piece < formulas_[formula].pieces.size(); ++piece) {
            all.push_back({formula, piece});
        }
    }
    return all;
}

std::vector<std::uint32_t> FormulaTable::places(const PieceNumber& number) const {
    std::set<std::uint32_t> places;
    if (several_interpretations_) {
        places.insert(Places::kInterpretation);
    }
    for (const auto& [place, selection] : formulas_[number.formula].pieces[number.piece].places) {
        places.insert(place);
    }
    return {places.begin(), places.end()};
}

bool FormulaTable::is_known_dull(const PieceNumber& number,
                                 const RowLayout& layout,
                                 const RowLayout::Word* before,
                                 const RowLayout::Word* now) const {
    const Formula& formula = formulas_[number.formula];
    if (formula.found) {
        return true;
    }
    if (not_evaluated_.contains(formula.property)) {
        return false;
    }
    const Piece& piece = formula.pieces[number.piece];
    const bool is_step = formula.kind == spec::PropertyKind::step;
    const std::size_t size =
        (is_step ? 2 : 1) * piece.places.size() + (several_interpretations_ ? 1 : 0);
    const Truth dull = formula.kind == spec::PropertyKind::cover ? Truth::fails : Truth::holds;
    const auto fill = [&](std::uint32_t* key) {
        if (several_interpretations_) {
            *key++ = layout.part(Places::kInterpretation, now);
        }
        for (const RowLayout::Word* row : {now, before}) {
            for (const auto& [place, selection] : piece.places) {
                const Part part = layout.part(place, row);
                *key = selection == kWhole ? part : parts_.known_selected(selection, part);
                if (selection != kWhole && *key == Parts::kUnknown) {
                    return false;
                }
                ++key;
            }
            if (!is_step) {
                break;
            }
        }
        return true;
    };
    if (size <= kFew) {
        std::array<std::uint32_t, kFew> key{};
        const auto truth =
            fill(key.data()) ? piece.known_of_few.find(FlatMap::key(key[0], key[1])) : std::nullopt;
        return truth && static_cast<Truth>(*truth) == dull;
    }
    std::vector<std::uint32_t> key(size);
    return fill(key.data()) && known(piece, key) == dull;
}

std::uint64_t FormulaTable::mask_of(const std::vector<std::uint32_t>& changed) {
    std::uint64_t mask = 0;
    for (const std::uint32_t place : changed) {
        mask |= std::uint64_t{1} << (place % kMaskBits);
    }
    return mask;
}

FormulaTable::Truth
FormulaTable::truth(Formula& formula, const Row& before, const Row& now, std::uint64_t mask) {
    const bool is_cover = formula.kind == spec::PropertyKind::cover;
    const Truth dull = is_cover ? Truth::fails : Truth::holds;
    // Where something could not be evaluated before, nothing is known of what did not change.
    const bool everything = not_evaluated_.contains(formula.property);
    for (Piece& piece : formula.pieces) {
        if (mask != kEverything && !everything && (piece.mask & mask) == 0) {
            continue;
        }
        const Truth own = truth(formula, piece, before, now);
        if (own != dull) {
            return own;
        }
    }
    return dull;
}

FormulaTable::Truth
FormulaTable::truth(const Formula& formula, Piece& piece, const Row& before, const Row& now) {
    const bool is_step = formula.kind == spec::PropertyKind::step;
    const auto add = [&](const Row& row) {
        for (const auto& [place, selection] : piece.places) {
            key_.push_back(selection == kWhole ? row[place]
                                               : parts_.selected(selection, row[place]));
        }
    };
    key_.clear();
    if (several_interpretations_) {
        key_.push_back(now[Places::kInterpretation]);
    }
    add(now);
    if (is_step) {
        add(before);
    }
    if (const auto truth = known(piece, key_)) {
        if (*truth == Truth::undefined) {
            failure_ = piece.failures.at(key_);
        }
        return *truth;
    }
    const Truth result = evaluate(formula, piece, before, now);
    keep(piece, result);
    return result;
}

std::optional<FormulaTable::Truth> FormulaTable::known(const Piece& piece,
                                                       const std::vector<std::uint32_t>& key) {
    if (key.size() <= kFew) {
        const auto found = piece.known_of_few.find(few(key));
        return found ? std::optional(static_cast<Truth>(*found)) : std::nullopt;
    }
    const auto found = piece.known.find(key);
    return found == piece.known.end() ? std::nullopt : std::optional(found->second);
}

void FormulaTable::keep(Piece& piece, Truth truth) {
    if (truth == Truth::undefined) {
        piece.failures.emplace(key_, *failure_);
    }
    if (key_.size() <= kFew) {
        piece.known_of_few.insert(few(key_), static_cast<std::uint32_t>(truth));
    } else {
        piece.known.emplace(key_, truth);
    }
}

FormulaTable::Truth FormulaTable::evaluate(const Formula& formula,
                                           const Piece& piece,
                                           const Row& before,
                                           const Row& now) {
    const State state_now = parts_.unpack(now);
    const State state_before =
        formula.kind == spec::PropertyKind::step ? parts_.unpack(before) : state_now;
    for (const auto& [local, value] : piece.bindings) {
        interpreter_.bind(local, value);
    }
    try {
        return interpreter_.holds(piece.body, state_before, state_now) ? Truth::holds
                                                                       : Truth::fails;
    } catch (const Undefined& undefined) {
        if (undefined.failure.kind == Failure::Kind::out_of_reach) {
            not_evaluated_.try_emplace(formula.property, undefined.failure);
            return Truth::unknown;
        }
        failure_ = undefined.failure;
        return Truth::undefined;
    }
}

void FormulaTable::note(Formula& formula, Truth truth, std::vector<Finding>& findings) {
    const bool is_cover = formula.kind == spec::PropertyKind::cover;
    const bool interesting = is_cover ? truth != Truth::fails : truth != Truth::holds;
    if (!interesting || truth == Truth::unknown) {
        return;
    }
    formula.found = true;
    --left_;
    findings.push_back(
        {formula.property, is_cover, truth == Truth::undefined ? failure_ : std::nullopt});
}

std::vector<FormulaTable::Finding> FormulaTable::initial_state(const Row& row) {
    std::vector<Finding> findings;
    for (Formula& formula : formulas_) {
        if (formula.kind != spec::PropertyKind::step && !formula.found) {
            note(formula, truth(formula, row, row, kEverything), findings);
        }
    }
    return findings;
}

void FormulaTable::begin(const Row& row) {
    row_ = &row;
    for (Formula& formula : formulas_) {
        formula.stutter.reset();
    }
}

FormulaTable::Truth FormulaTable::stutter(Formula& formula) {
    if (!formula.stutter) {
        formula.stutter = truth(formula, *row_, *row_, kEverything);
    }
    return *formula.stutter;
}

std::vector<FormulaTable::Finding> FormulaTable::step(const Row& after,
                                                      const std::vector<std::uint32_t>& changed) {
    std::vector<Finding> findings;
    const std::uint64_t mask = mask_of(changed);
    for (Formula& formula : formulas_) {
        if (formula.kind != spec::PropertyKind::step || formula.found) {
            continue;
        }
        // A piece that looks at nothing that changed is as true as of a step that changes nothing.
        const Truth unchanged = stutter(formula);
        Truth now = unchanged;
        if (mask != 0) {
            now = truth(formula, *row_, after, unchanged == Truth::holds ? mask : kEverything);
        }
        note(formula, now, findings);
    }
    return findings;
}

std::vector<FormulaTable::Finding> FormulaTable::new_state(const Row& after, std::uint64_t mask) {
    std::vector<Finding> findings;
    for (Formula& formula : formulas_) {
        if (formula.kind != spec::PropertyKind::step && !formula.found) {
            note(formula, truth(formula, *row_, after, mask), findings);
        }
    }
    return findings;
}

std::vector<bool> FormulaTable::found() const {
    std::vector<bool> found;
    for (const Formula& formula : formulas_) {
        found.push_back(formula.found);
    }
    return found;
}

void FormulaTable::go_on_from(const std::vector<bool>& found,
                              std::map<std::size_t, Failure> not_evaluated) {
    for (std::size_t i = 0; i < formulas_.size(); ++i) {
        formulas_[i].found = found[i];
    }
    left_ = static_cast<std::size_t>(std::count(found.begin(), found.end(), false));
    not_evaluated_ = std::move(not_evaluated);
}

bool FormulaTable::stutter_breaks_something() {
    return std::any_of(formulas_.begin(), formulas_.end(), [&](Formula& formula) {
        if (formula.kind != spec::PropertyKind::step || formula.found) {
            return false;
        }
        const Truth now = stutter(formula);
        return now == Truth::fails || now == Truth::undefined;
    });
}

} // namespace muster::checker::product
