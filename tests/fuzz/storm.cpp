#include "tests/fuzz/front_end_input.hpp"
#include "tests/support/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

// Many random inputs for the front end, without the feedback of a fuzzer but much faster: short
// pieces of real specs with changed bytes, rows of words of the language, and generated specs,
// whole or with changed tokens. One seed gives one row of inputs. Run it with the sanitizers:
//   cmake --preset asan && cmake --build --preset asan --target front_end_storm
//   build/asan/tests/fuzz/front_end_storm COUNT SEED
namespace muster::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxPiece = 240;

class Storm {
public:
    explicit Storm(std::uint64_t seed)
        : random_(seed) {
        namespace fs = std::filesystem;
        for (const char* folder : {"/spec/protocols", "/tests"}) {
            for (const auto& entry :
                 fs::recursive_directory_iterator(std::string(MUSTER_SOURCE_DIR) + folder)) {
                if (entry.is_regular_file() && entry.path().extension() == ".muster") {
                    texts_.push_back(read_file(entry.path()));
                }
            }
        }
        std::sort(texts_.begin(), texts_.end()); // the order of a directory is not fixed
        std::erase_if(texts_, [](const std::string& text) { return text.empty(); });
        for (const std::string& text : texts_) {
            add_words(text);
        }
    }

    Bytes next() {
        // Whole specs take about fifteen times as long as pieces; all kinds should get some time.
        const std::size_t kind = below(16);
        if (kind == 0) {
            return decisions(1);
        }
        if (kind == 1) {
            return decisions(2);
        }
        return raw(kind % 2 == 0 ? changed(piece()) : word_soup());
    }

private:
    std::size_t below(std::size_t count) {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(random_);
    }

    void add_words(const std::string& text) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
            if (end > at && end - at < 16) {
                words_.push_back(text.substr(at, end - at));
            }
            at = end + 1;
        }
    }

    std::string piece() {
        const std::string& text = texts_[below(texts_.size())];
        const std::size_t begin = below(4) == 0 ? 0 : below(text.size());
        return (begin == 0 ? "" : "protocol p\n") + text.substr(begin, 1 + below(kMaxPiece));
    }

    std::string changed(std::string text) {
        for (std::size_t changes = below(6); changes > 0 && !text.empty(); --changes) {
            const std::size_t at = below(text.size());
            switch (below(4)) {
            case 0:
                text[at] = static_cast<char>(below(256));
                break;
            case 1:
                text.erase(at, 1 + below(4));
                break;
            case 2:
                text.insert(at, words_[below(words_.size())]);
                break;
            default:
                text.insert(at, text.substr(below(text.size()), 1 + below(12)));
            }
        }
        return text;
    }

    std::string word_soup() {
        std::string text = below(2) == 0 ? "protocol p\n" : "protocol p\nrole r {\n";
        for (std::size_t count = below(40); count > 0; --count) {
            text += words_[below(words_.size())] + (below(8) == 0 ? "\n" : " ");
        }
        return text;
    }

    static Bytes raw(const std::string& text) {
        Bytes bytes(1 + text.size(), 0);
        std::memcpy(bytes.data() + 1, text.data(), text.size());
        return bytes;
    }

    Bytes decisions(std::uint8_t mode) {
        Bytes bytes(1 + below(200));
        for (std::uint8_t& byte : bytes) {
            byte = static_cast<std::uint8_t>(below(256));
        }
        bytes[0] = mode;
        return bytes;
    }

    std::mt19937_64 random_;
    std::vector<std::string> texts_;
    std::vector<std::string> words_;
};

std::uint64_t number(const char* text) {
    std::uint64_t value = 0;
    std::from_chars(text, text + std::strlen(text), value);
    return value;
}

int run(std::uint64_t count, std::uint64_t seed) {
    fmt::print("front_end_storm {} {}\n", count, seed);
    Storm storm(seed);
    const auto start = Clock::now();
    Clock::duration slowest{};
    std::string slowest_text;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string text = text_of_input(storm.next());
        const auto before = Clock::now();
        run_front_end(text);
        if (Clock::now() - before > slowest) {
            slowest = Clock::now() - before;
            slowest_text = text;
        }
    }
    const std::chrono::duration<double> whole = Clock::now() - start;
    const std::chrono::duration<double, std::milli> worst = slowest;
    fmt::print("{} inputs in {:.0f} s; the slowest took {:.1f} ms:\n{}\n",
               count,
               whole.count(),
               worst.count(),
               slowest_text);
    return 0;
}

} // namespace
} // namespace muster::test

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print("usage: front_end_storm COUNT SEED\n");
        return 2;
    }
    return muster::test::run(muster::test::number(argv[1]), muster::test::number(argv[2]));
}
