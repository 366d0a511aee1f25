#include "checker/cache/shelf.hpp"
#include "cli/app.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <unistd.h>

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
