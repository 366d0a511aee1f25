#include "checker/checkpoint/checkpoints.hpp"

#include "checker/engines/cpu_time.hpp"
#include "spec/diagnostics/internal_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace muster::checker {

namespace {

using Clock = std::chrono::steady_clock;

/// What a checkpoint begins with; the number is that of the format.
constexpr std::string_view kName = "MUSTER CHECKPOINT ";
constexpr std::string_view kMagic = "MUSTER CHECKPOINT 1\n";
constexpr double kMicroseconds = 1e6;
/// So much longer than writing a checkpoint takes is the time until the next one.
constexpr int kShareOfTime = 9;

std::string first_bytes(const Descriptor& file) {
    std::string bytes(kMagic.size(), '\0');
    const ssize_t count = ::pread(file.get(), bytes.data(), bytes.size(), 0);
    bytes.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return bytes;
}

std::string differences(const std::vector<CheckpointField>& there,
                        const std::vector<CheckpointField>& here) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::max(there.size(), here.size()); ++i) {
        if (i >= there.size() || i >= here.size() || there[i].name != here[i].name) {
            texts.emplace_back("it names other things than this program does");
            break;
        }
        if (there[i].value != here[i].value) {
            texts.push_back(fmt::format(
                "{} is {} there and {} here", here[i].name, there[i].value, here[i].value));
        }
    }
    return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<CheckpointField> read_fields(ByteReader& in) {
    std::vector<CheckpointField> fields;
    for (std::size_t left = in.count(); left > 0; --left) {
        std::string name = in.text();
        fields.push_back({std::move(name), in.text()});
    }
    return fields;
}

/// A file that is refused although nothing is wrong with its bytes.
struct Refused {
    std::string text; // goes on from the name of the file
};

} // namespace

class Checkpoints::Keeper : public SearchKeeper {
public:
    Keeper(Checkpoints& all, std::uint32_t search, std::string instance)
        : all_(all)
        , search_(search)
        , instance_(std::move(instance))
        , begin_(cpu_seconds()) {
        const auto kept = all.kept_.find(search);
        earlier_cpu_seconds_ = kept == all.kept_.end() ? 0 : kept->second.cpu_seconds;
    }

    ByteReader* earlier() override {
        const auto kept = all_.kept_.find(search_);
        if (kept == all_.kept_.end()) {
            return nullptr;
        }
        reader_.emplace(all_.file_, kept->second.section.begin, kept->second.section.end);
        if (reader_->in().text() != instance_) {
            ByteReader::fail("it is of another instance");
        }
        reader_->in().number(); // the time that it took
        return &reader_->in();
    }

    [[nodiscard]] std::uint32_t source_size() const override { return all_.options_.source_size; }

    bool is_due() override { return !all_.options_.write_to.empty() && Clock::now() >= all_.next_; }

    void keep(const std::function<void(ByteWriter&)>& write) override {
        reader_.reset();
        all_.keep(*this, write);
    }

    [[nodiscard]] std::uint32_t search() const { return search_; }

    [[nodiscard]] double earlier_cpu_seconds() const { return earlier_cpu_seconds_; }

    [[nodiscard]] Kept description() const {
        return {{}, instance_, earlier_cpu_seconds_ + cpu_seconds() - begin_};
    }

private:
    Checkpoints& all_;
    std::uint32_t search_;
    std::string instance_;
    double begin_;
    double earlier_cpu_seconds_ = 0;
    std::optional<SectionReader> reader_;
};

Checkpoints::Checkpoints(CheckpointOptions options)
    : options_(std::move(options))
    , next_(Clock::now() + options_.interval) {}

Checkpoints::~Checkpoints() = default;

SearchKeeper& Checkpoints::keeper(std::uint32_t search, const std::string& instance) {
    keeper_ = std::make_unique<Keeper>(*this, search, instance);
    return *keeper_;
}

double Checkpoints::earlier_cpu_seconds() const {
    return keeper_ ? keeper_->earlier_cpu_seconds() : 0;
}

std::string Checkpoints::why_not_writable() const {
    const Descriptor there(::open(options_.write_to.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (there.get() < 0 && errno != ENOENT) {
        return fmt::format("cannot write {}: {}", options_.write_to.string(), std::strerror(errno));
    }
    if (there.get() >= 0 && !first_bytes(there).starts_with(kName)) {
        return fmt::format("{} is there and is no checkpoint, so it is not replaced",
                           options_.write_to.string());
    }
    const AtomicFile file(options_.write_to);
    return file.mistake();
}

std::string Checkpoints::resume(const std::filesystem::path& path) {
    file_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));

    struct stat status {};

    if (file_.get() < 0 || ::fstat(file_.get(), &status) != 0) {
        return fmt::format("cannot be read: {}", std::strerror(errno));
    }
    const std::string begin = first_bytes(file_);
    if (!S_ISREG(status.st_mode) || !begin.starts_with(kName)) {
        return "is no checkpoint";
    }
    if (begin.size() < kMagic.size()) {
        return "is damaged and cannot be used: it ends too early";
    }
    if (begin != kMagic) {
        return "is a checkpoint in the format of another version of this program";
    }
    try {
        const auto size = static_cast<std::uint64_t>(status.st_size);
        SectionReader header(file_, kMagic.size(), size);
        read_header(header.in());
        std::uint64_t at = header.skip();
        for (const std::uint32_t search : listed_) {
            read_search(search, {at, size});
            at = kept_.at(search).section.end;
        }
        if (at != size) {
            ByteReader::fail("something stands behind its end");
        }
    } catch (const Damaged& damaged) {
        return fmt::format("is damaged and cannot be used: {}", damaged.text);
    } catch (const Refused& refused) {
        return refused.text;
    }
    return "";
}

void Checkpoints::read_header(ByteReader& in) {
    const auto fields = read_fields(in);
    if (fields != options_.fields) {
        throw Refused{"is of another search: " + differences(fields, options_.fields)};
    }
    for (std::size_t left = in.count(); left > 0; --left) {
        const std::uint64_t first = listed_.empty() ? 0 : std::uint64_t{listed_.back()} + 1;
        const std::uint64_t search = in.number_below(std::uint64_t{1} << 31U, "search");
        if (search < first) {
            ByteReader::fail("the searches are not in their order");
        }
        listed_.push_back(static_cast<std::uint32_t>(search));
    }
    if (options_.coverage != nullptr) {
        options_.coverage->read(in);
    }
    if (!in.at_end()) {
        ByteReader::fail("something stands behind the end of its header");
    }
}

/// The section begins there and ends before the end of that one.
void Checkpoints::read_search(std::uint32_t search, const Section& section) {
    SectionReader reader(file_, section.begin, section.end);
    Kept kept;
    kept.instance = reader.in().text();
    kept.cpu_seconds = static_cast<double>(reader.in().number()) / kMicroseconds;
    const Reached reached = read_reached(reader.in());
    if (const auto why = beyond(reached, options_.max_states, options_.max_depth); !why.empty()) {
        throw Refused{
            fmt::format("has come beyond these limits: instance {} {}", kept.instance, why)};
    }
    kept.section = {section.begin, reader.skip()};
    kept_.emplace(search, std::move(kept));
}

void Checkpoints::keep(const Keeper& keeper, const std::function<void(ByteWriter&)>& write) {
    if (options_.write_to.empty()) {
        return;
    }
    const auto begin = Clock::now();
    std::map<std::uint32_t, Kept> kept = kept_;
    kept[keeper.search()] = keeper.description();
    AtomicFile file(options_.write_to);
    write_header(file, kept);
    for (auto& [search, description] : kept) {
        if (search != keeper.search()) {
            description.section = copy_section(file_, description.section, file);
            continue;
        }
        SectionWriter section(file);
        section.out().text(description.instance);
        section.out().number(static_cast<std::uint64_t>(description.cpu_seconds * kMicroseconds));
        write(section.out());
        description.section = section.finish();
    }
    auto placed = file.put_in_place();
    is_written_ = placed.has_value();
    if (placed) {
        file_ = *std::move(placed);
        kept_ = std::move(kept);
    } else if (options_.on_failure) {
        options_.on_failure(placed.error());
    }
    const auto end = Clock::now();
    next_ = end + std::max<Clock::duration>(options_.interval, kShareOfTime * (end - begin));
}

void Checkpoints::write_header(AtomicFile& file, const std::map<std::uint32_t, Kept>& kept) const {
    file.write(kMagic);
    SectionWriter header(file);
    ByteWriter& out = header.out();
    out.number(options_.fields.size());
    for (const CheckpointField& field : options_.fields) {
        out.text(field.name);
        out.text(field.value);
    }
    out.number(kept.size());
    for (const auto& [search, description] : kept) {
        out.number(search);
    }
    if (options_.coverage != nullptr) {
        options_.coverage->write(out);
    }
    header.finish();
}

} // namespace muster::checker
