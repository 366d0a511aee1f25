#include "checker/cache/shelf.hpp"
#include "cli/app.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

/// Of the one that standard error is.
std::size_t columns_of_terminal() {
    struct winsize size {};

    const bool is_known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : muster::cli::kColumns;
}

} // namespace

int main(int argc, char** argv) {
    using muster::cli::ExitCode;
    const bool terminal = isatty(STDERR_FILENO) != 0;
    const char* no_color = std::getenv("NO_COLOR");
    const muster::cli::Context context{
        .in = std::cin,
        .out = std::cout,
        .err = std::cerr,
        .color = terminal && (no_color == nullptr || *no_color == '\0'),
        .terminal = terminal,
        .columns = columns_of_terminal(),
        .cache_folder = muster::checker::cache_folder(),
    };
    try {
        const ExitCode code = muster::cli::run({argv + 1, argv + argc}, context);
        // A full disk or a closed pipe must not look like success.
        if (!std::cout.flush()) {
            std::cerr << "muster: the output could not be written\n";
            return static_cast<int>(ExitCode::wrong_input);
        }
        return static_cast<int>(code);
    } catch (const muster::InternalError& error) {
        std::cerr << "muster: internal error: " << error.what()
                  << "\nThis is a bug of Muster, not of your spec; please report it.\n";
    } catch (const std::exception& error) {
        std::cerr << "muster: internal error: " << error.what() << '\n';
    }
    return static_cast<int>(ExitCode::internal_error);
}
