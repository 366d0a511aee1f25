#pragma once

#include "cli/machines/generated_machines.hpp"
#include "spec/types/typed_spec.hpp"

#include <tl/expected.hpp>

#include <filesystem>
#include <memory>
#include <string>

/// The generated machines of a spec as a part of the running program: compiled by the system's C++
/// compiler, kept from one run to the next, and loaded.
///
/// A library is kept under a name that is a hash of everything that it is made of: the generated
/// code, the headers that it includes, the options, and what the compiler says of itself. Whoever
/// can write it has this program run anything, so that only files and folders are used that nobody
/// but the user may write.
namespace muster::cli {

class MachineLibrary {
public:
    /// Compiles them unless they are in the folder; an empty path means that nothing is kept. The
    /// compiler is what the environment names as CXX, or else `c++`, `g++` or `clang++`. Returns
    /// why there are none.
    [[nodiscard]] static tl::expected<MachineLibrary, std::string>
    of(const spec::TypedSpec& spec, const std::filesystem::path& cache_folder);

    /// Good as long as this is.
    [[nodiscard]] GeneratedMachines machines(Comparison comparison) const {
        return GeneratedMachines(step_, comparison);
    }

    /// How many are kept; the ones that were used longest ago are thrown away.
    static constexpr std::size_t kMostKept = 32;

private:
    struct Close {
        void operator()(void* library) const;
    };

    MachineLibrary() = default;
    static tl::expected<MachineLibrary, std::string> load(const std::filesystem::path& file);

    std::unique_ptr<void, Close> library_;
    runtime::exploration::Step step_ = nullptr;
};

} // namespace muster::cli
