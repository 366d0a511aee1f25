#include "tests/property/generated_code/library_of_specs.hpp"

#include "cli/machines/run_program.hpp"
#include "codegen/explore_driver.hpp"

#include <fmt/format.h>

#include <dlfcn.h>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace muster::test {

namespace {

namespace fs = std::filesystem;

/// What the text has once.
void replace_once(std::string& text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    if (at == std::string::npos || text.find(what, at + what.size()) != std::string::npos) {
        throw std::runtime_error("a driver has `" + what + "` not once");
    }
    text.replace(at, what.size(), by);
}

/// The driver with the types and the host of production.
codegen::GeneratedFile production_driver(codegen::GeneratedFile driver, const std::string& scope) {
    std::string& text = driver.contents;
    const std::string explorer = "::muster::runtime::exploration";
    replace_once(text,
                 "#include \"runtime/machine/exploration.hpp\"",
                 "#include \"tests/property/generated_code/production_form.hpp\"");
    replace_once(
        text, "namespace explore = " + explorer, "namespace explore = ::muster::test::production");
    replace_once(text, explorer + "::step<", "::muster::test::production::step<");
    replace_once(text, "namespace " + scope + "::exploration {", "namespace " + scope + "::made {");
    replace_once(text, "} // namespace " + scope + "::exploration", "}");
    replace_once(text, "::" + scope + "::exploration::", "::" + scope + "::made::");
    replace_once(text, "using Hooks = exploration::Hooks", "using Hooks = made::Hooks");
    const std::size_t types = text.find("struct Types {");
    const std::string end = "\n};\n";
    const std::size_t after = text.find(end, types) + end.size();
    text.replace(types, after - types, "using Types = ::" + scope + "::DefaultTypes;\n");
    driver.path = "produced.cpp";
    return driver;
}

void store(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

std::string entry_point(const std::string& form, std::uint64_t number) {
    return form + "_" + std::to_string(number);
}

/// A translation unit for all of them.
std::string text_of_all(const std::vector<CodeOfSpec>& specs) {
    std::string text = "#include \"tests/property/generated_code/production_form.hpp\"\n";
    const std::string renamed = runtime::exploration::kEntryPoint;
    for (const CodeOfSpec& spec : specs) {
        for (const auto& [form, file] : {std::pair{"explored", &spec.explored.path},
                                         std::pair{"produced", &spec.produced.path}}) {
            text += fmt::format("#define {} {}\n#include \"{}/{}\"\n#undef {}\n",
                                renamed,
                                entry_point(form, spec.number),
                                spec.number,
                                *file,
                                renamed);
        }
    }
    return text;
}

} // namespace

tl::expected<CodeOfSpec, std::string> code_of_spec(const spec::TypedSpec& spec,
                                                   std::uint64_t number) {
    codegen::GenerateOptions options;
    options.outer_namespace = "muster::many::spec_" + std::to_string(number);
    spec::Diagnostics diagnostics;
    const auto files = codegen::generate(spec, options, diagnostics);
    if (files.empty()) {
        const auto all = diagnostics.sorted();
        return tl::unexpected(all.empty() ? std::string("it says nothing") : all.front().message);
    }
    CodeOfSpec code;
    code.number = number;
    code.header = files.front();
    code.explored = codegen::explore_driver(spec, options);
    code.produced = production_driver(code.explored, options.outer_namespace + "::" + spec.name);
    return code;
}

tl::expected<LibraryOfSpecs, std::string> LibraryOfSpecs::compile(
    const std::string& compiler, const std::vector<CodeOfSpec>& specs, const fs::path& folder) {
    for (const CodeOfSpec& spec : specs) {
        const fs::path own = folder / std::to_string(spec.number);
        for (const codegen::GeneratedFile* file : {&spec.header, &spec.explored, &spec.produced}) {
            store(own / file->path, file->contents);
        }
    }
    store(folder / "all.cpp", text_of_all(specs));
    const std::string library = (folder / "library.so").string();
    const auto result = cli::run_program({compiler,
                                          "-std=c++20",
                                          "-O0",
                                          "-g0",
                                          "-Wall",
                                          "-Wextra",
                                          "-Wpedantic",
                                          "-Wconversion",
                                          "-Wshadow",
                                          "-Werror",
                                          "-fPIC",
                                          "-shared",
                                          "-fvisibility=hidden",
                                          "-I",
                                          MUSTER_SOURCE_DIR,
                                          "-I",
                                          folder.string(),
                                          (folder / "all.cpp").string(),
                                          "-o",
                                          library});
    if (!result) {
        return tl::unexpected(result.error());
    }
    if (result->status != 0) {
        return tl::unexpected(result->output);
    }
    void* const loaded = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (loaded == nullptr) {
        return tl::unexpected(std::string(::dlerror()));
    }
    return LibraryOfSpecs(loaded);
}

Steps LibraryOfSpecs::steps_of(std::uint64_t number) const {
    const auto step = [&](const char* form) {
        void* const found = ::dlsym(library_.get(), entry_point(form, number).c_str());
        if (found == nullptr) {
            throw std::runtime_error("the library lacks a spec");
        }
        return reinterpret_cast<runtime::exploration::Step>(found);
    };
    return {step("explored"), step("produced")};
}

void LibraryOfSpecs::Close::operator()(void* library) const {
    ::dlclose(library);
}

} // namespace muster::test
