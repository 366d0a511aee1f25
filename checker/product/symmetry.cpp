#include "checker/product/symmetry.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace muster::checker::product {

namespace {

/// Sorts with more elements than this keep them where they are: the number of orders would not fit
/// into 64 bits.
constexpr std::int64_t kMaxElements = 20;

std::uint64_t factorial(std::size_t n) {
    std::uint64_t result = 1;
    for (std::size_t i = 2; i <= n; ++i) {
        result *= i;
    }
    return result;
}

/// Sorts that no constant and no function speaks of, and that have elements to permute.
std::vector<bool>
free_sorts(const spec::TypedSpec& spec, const Universe& universe, const Parts& parts) {
    std::vector<bool> result(spec.sorts.size(), false);
    std::uint64_t size = 1;
    for (std::size_t sort = 0; sort < spec.sorts.size(); ++sort) {
        std::vector<bool> alone(spec.sorts.size(), false);
        alone[sort] = true;
        const PermutedTypes types(spec, alone);
        bool is_free = universe.sort_sizes[sort] > 1 && universe.sort_sizes[sort] <= kMaxElements;
        for (const spec::ConstInfo& constant : spec.constants) {
            is_free = is_free && !types.holds_elements(constant.type);
        }
        for (std::size_t f = 0; f < spec.functions.size(); ++f) {
            const spec::FunctionInfo& function = spec.functions[f];
            const bool speaks_of_it =
                types.holds_elements(function.result) ||
                std::any_of(function.parameters.begin(),
                            function.parameters.end(),
                            [&](spec::LocalId parameter) {
                                return types.holds_elements(spec.local(parameter).type);
                            });
            is_free = is_free && !(parts.slice().keep_function[f] && speaks_of_it);
        }
        const std::uint64_t orders =
            is_free ? factorial(static_cast<std::size_t>(universe.sort_sizes[sort])) : 1;
        // All orders of all sorts together must be counted too.
        if (is_free && size <= std::numeric_limits<std::uint64_t>::max() / orders) {
            size *= orders;
            result[sort] = true;
        }
    }
    return result;
}

} // namespace

Symmetry::Symmetry(const spec::TypedSpec& spec, const Universe& universe, Parts& parts)
    : universe_(universe)
    , types_(spec, free_sorts(spec, universe, parts))
    , permuter_(spec, parts, types_)
    , signs_(spec, universe, parts, types_)
    , exchanges_(spec.sorts.size()) {
    Permutation same(spec.sorts.size());
    for (std::uint32_t sort = 0; sort < spec.sorts.size(); ++sort) {
        if (!types_.is_permuted(spec::SortId{sort})) {
            continue;
        }
        sorts_.push_back(sort);
        const auto size = static_cast<std::size_t>(universe.sort_sizes[sort]);
        group_size_ *= factorial(size);
        same[sort].resize(size);
        std::iota(same[sort].begin(), same[sort].end(), std::uint8_t{0});
    }
    for (const std::uint32_t sort : sorts_) {
        const std::size_t size = same[sort].size();
        exchanges_[sort].assign(size, std::vector<std::uint32_t>(size));
        for (std::size_t one = 0; one < size; ++one) {
            for (std::size_t other = one + 1; other < size; ++other) {
                Permutation exchange = same;
                std::swap(exchange[sort][one], exchange[sort][other]);
                exchanges_[sort][one][other] = permuter_.number_of(exchange);
            }
        }
    }
    cells_.resize(sorts_.size());
    order_ = same;
}

std::uint64_t Symmetry::make_least(Row& row) {
    std::uint64_t exchangeable = 1; // orders of what can be exchanged
    for (std::size_t i = 0; i < sorts_.size(); ++i) {
        divide(row, sorts_[i], cells_[i]);
        for (const Cell& cell : cells_[i]) {
            for (const Class& elements : cell) {
                exchangeable *= factorial(elements.size());
            }
        }
    }
    has_least_ = false;
    count_of_least_ = 0;
    try_orders(row, 0, 0);
    row = least_;
    return group_size_ / (exchangeable * count_of_least_);
}

/// Cells in the order of their signs.
void Symmetry::divide(const Row& row, std::uint32_t sort, std::vector<Cell>& cells) {
    const auto size = static_cast<std::uint8_t>(universe_.sort_sizes[sort]);
    std::vector<std::pair<std::uint64_t, std::uint8_t>> signs;
    for (std::uint8_t element = 0; element < size; ++element) {
        signs.emplace_back(signs_.sign(row, spec::SortId{sort}, element), element);
    }
    std::sort(signs.begin(), signs.end());
    cells.clear();
    for (std::size_t i = 0; i < signs.size(); ++i) {
        if (i == 0 || signs[i].first != signs[i - 1].first) {
            cells.emplace_back();
        }
        const std::uint8_t element = signs[i].second;
        Cell& cell = cells.back();
        const auto like = std::find_if(cell.begin(), cell.end(), [&](const Class& elements) {
            return can_exchange(row, sort, elements.front(), element);
        });
        if (like == cell.end()) {
            cell.push_back({element});
        } else {
            like->push_back(element);
        }
    }
}

bool Symmetry::can_exchange(const Row& row,
                            std::uint32_t sort,
                            std::uint8_t one,
                            std::uint8_t other) {
    const std::uint32_t exchange = exchanges_[sort][std::min(one, other)][std::max(one, other)];
    for (std::uint32_t place = 0; place < row.size(); ++place) {
        if (permuter_.part(exchange, place, row[place]) != row[permuter_.place(exchange, place)]) {
            return false;
        }
    }
    return true;
}

/// All orders of the cells from this one on: in each cell, all ways to put its classes into its
/// positions. Positions are those that the elements of the cell have in the order of all signs.
void Symmetry::try_orders(const Row& row, std::size_t sort, std::size_t cell) {
    if (sort == sorts_.size()) {
        compare(row);
        return;
    }
    if (cell == cells_[sort].size()) {
        try_orders(row, sort + 1, 0);
        return;
    }
    std::vector<std::size_t> taken(cells_[sort][cell].size(), 0);
    std::size_t position = 0;
    for (std::size_t before = 0; before < cell; ++before) {
        for (const Class& elements : cells_[sort][before]) {
            position += elements.size();
        }
    }
    try_order_in_cell(row, sort, cell, taken, position);
}

void Symmetry::try_order_in_cell(const Row& row,
                                 std::size_t sort,
                                 std::size_t cell,
                                 std::vector<std::size_t>& taken,
                                 std::size_t position) {
    const Cell& classes = cells_[sort][cell];
    bool all_taken = true;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        if (taken[i] == classes[i].size()) {
            continue;
        }
        all_taken = false;
        order_[sorts_[sort]][classes[i][taken[i]]] = static_cast<std::uint8_t>(position);
        ++taken[i];
        try_order_in_cell(row, sort, cell, taken, position + 1);
        --taken[i];
    }
    if (all_taken) {
        try_orders(row, sort, cell + 1);
    }
}

void Symmetry::compare(const Row& row) {
    const std::uint32_t permutation = permuter_.number_of(order_);
    candidate_.resize(row.size());
    for (std::uint32_t place = 0; place < row.size(); ++place) {
        candidate_[permuter_.place(permutation, place)] =
            permuter_.part(permutation, place, row[place]);
    }
    if (!has_least_ || candidate_ < least_) {
        least_ = candidate_;
        has_least_ = true;
        count_of_least_ = 1;
    } else if (candidate_ == least_) {
        ++count_of_least_;
    }
}

} // namespace muster::checker::product
