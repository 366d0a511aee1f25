#include "cli/write_files.hpp"

#include <fstream>
#include <iterator>
#include <ostream>
#include <system_error>

namespace muster::cli {

namespace {

bool holds_already(const std::filesystem::path& path, const std::string& contents) {
    std::ifstream in(path, std::ios::binary);
    return in && std::string(std::istreambuf_iterator<char>(in), {}) == contents;
}

} // namespace

bool write_file(const std::filesystem::path& path,
                const std::string& contents,
                const Context& context) {
    std::error_code error;
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), error);
        if (error) {
            context.err << "muster: cannot create " << path.parent_path().string() << ": "
                        << error.message() << '\n';
            return false;
        }
    }
    if (holds_already(path, contents)) {
        context.out << "unchanged " << path.string() << '\n';
        return true;
    }
    std::filesystem::path temporary = path;
    temporary += ".new";
    {
        std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
        out << contents;
        out.flush();
        if (!out) {
            context.err << "muster: cannot write " << temporary.string() << '\n';
            std::filesystem::remove(temporary, error);
            return false;
        }
    }
    std::filesystem::rename(temporary, path, error);
    if (error) {
        context.err << "muster: cannot write " << path.string() << ": " << error.message() << '\n';
        std::filesystem::remove(temporary, error);
        return false;
    }
    context.out << "wrote     " << path.string() << '\n';
    return true;
}

} // namespace muster::cli
