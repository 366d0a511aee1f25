#pragma once

#include "codegen/generate.hpp"
#include "runtime/machine/exploration_interface.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace muster::test {

/// The generated code of one spec: the header that `muster generate` writes, in a namespace of its
/// own, and two drivers that let it be asked what it does.
struct CodeOfSpec {
    std::uint64_t number = 0; // tells it from the others in a library
    codegen::GeneratedFile header;
    codegen::GeneratedFile explored; // with the explorer's types
    codegen::GeneratedFile produced; // with the types and the host of production
};

/// The code of a spec that the front end takes, or why there is none: the generator's message.
[[nodiscard]] tl::expected<CodeOfSpec, std::string> code_of_spec(const spec::TypedSpec& spec,
                                                                 std::uint64_t number);

/// Both ways to ask the code of one spec.
struct Steps {
    runtime::exploration::Step explored = nullptr;
    runtime::exploration::Step produced = nullptr;
};

/// The code of many specs, compiled at once, as the headers that all of it stands on take longer
/// than the code of a small spec.
class LibraryOfSpecs {
public:
    /// Compiles it in the folder, without warnings. Returns what the compiler says where it refuses
    /// the code.
    [[nodiscard]] static tl::expected<LibraryOfSpecs, std::string>
    compile(const std::string& compiler,
            const std::vector<CodeOfSpec>& specs,
            const std::filesystem::path& folder);

    [[nodiscard]] Steps steps_of(std::uint64_t number) const;

private:
    struct Close {
        void operator()(void* library) const;
    };

    explicit LibraryOfSpecs(void* library)
        : library_(library) {}

    std::unique_ptr<void, Close> library_;
};

} // namespace muster::test
