#include "checker/chart/render_mermaid.hpp"

#include "checker/trace/text_columns.hpp"

#include <fmt/format.h>

namespace muster::checker {

namespace {

using Fate = ChartArrow::Fate;

constexpr std::size_t kMostColumns = 60; // of one line: Mermaid breaks none

class MermaidRenderer {
public:
    explicit MermaidRenderer(const Chart& chart)
        : chart_(chart) {}

    std::string render() {
        text_ = "sequenceDiagram\n";
        for (std::size_t lane = 0; lane < chart_.lanes.size(); ++lane) {
            text_ +=
                fmt::format("  participant p{} as {}\n", lane, mermaid_escaped(chart_.lanes[lane]));
        }
        if (!chart_.lanes.empty()) {
            note_over_all(chart_.title);
            if (!chart_.caution.empty()) {
                note_over_all(chart_.caution);
            }
        }
        for (std::size_t step = 0; step < chart_.steps.size(); ++step) {
            if (chart_.loop_start && step == *chart_.loop_start + 1) {
                text_ += "  loop for ever\n";
            }
            render_step(step);
        }
        if (chart_.loop_start && *chart_.loop_start + 1 < chart_.steps.size()) {
            text_ += "  end\n";
        }
        if (!chart_.lanes.empty()) {
            std::string ending = line(chart_.ending.title);
            for (const std::string& each : chart_.ending.lines) {
                ending += "<br/>" + line(each);
            }
            put_over_all(ending);
        }
        return std::move(text_);
    }

private:
    static std::string line(std::string_view text) {
        return mermaid_escaped(shortened(text, kMostColumns));
    }

    void put_over_all(const std::string& escaped) {
        const std::size_t last = chart_.lanes.size() - 1;
        text_ += last == 0 ? fmt::format("  Note over p0: {}\n", escaped)
                           : fmt::format("  Note over p0,p{}: {}\n", last, escaped);
    }

    void note_over_all(const std::string& text) { put_over_all(line(text)); }

    void render_step(std::size_t number) {
        for (const ChartArrow& arrow : chart_.arrows) {
            if (arrow.ended == number) {
                render_arrow(arrow);
            }
        }
        for (const ChartBox& box : chart_.steps[number].boxes) {
            note(number, box);
        }
        for (const ChartArrow& arrow : chart_.arrows) {
            if (!arrow.ended && arrow.sent == number) {
                render_arrow(arrow);
            }
        }
    }

    void render_arrow(const ChartArrow& arrow) {
        const char* head = "-)"; // an open one: the sender goes on
        std::string remark;
        switch (arrow.fate) {
        case Fate::delivered:
            break;
        case Fate::again:
            head = "--)";
            remark = ", again";
            break;
        case Fate::made_up:
            head = "--)";
            remark = ", made up";
            break;
        case Fate::late:
            remark = ", late";
            break;
        case Fate::again_late:
            head = "--)";
            remark = ", again, late";
            break;
        case Fate::lost:
            head = "-x";
            remark = ", lost";
            break;
        case Fate::cut:
            head = "-x";
            remark = ", lost with the connection";
            break;
        case Fate::pending:
            head = "--x";
            remark = ", not delivered";
            break;
        }
        // When it was sent, where that was not just before.
        const bool waited = arrow.sent && arrow.ended && *arrow.sent + 1 < *arrow.ended;
        remark += waited ? fmt::format(" (sent in step {})", *arrow.sent) : "";
        text_ += fmt::format(
            "  p{}{}p{}: {}{}\n", arrow.from, head, arrow.to, line(arrow.message), remark);
    }

    // What a message does stands below it; all else has its name.
    void note(std::size_t number, const ChartBox& box) {
        std::string lines;
        const auto add = [&](const std::string& text) {
            lines += (lines.empty() ? "" : "<br/>") + line(text);
        };
        const bool is_named = box.kind != ChartBox::Kind::deliver && !box.title.empty();
        const bool fails = box.tag == kFails;
        if (number > 0) {
            add(fmt::format("{}.{}{}{}",
                            number,
                            fails ? " fails" : "",
                            is_named ? (fails ? ": " : " ") : "",
                            is_named ? box.title : ""));
        }
        const std::size_t without_changes = lines.size();
        for (const ChartLine& each : box.lines) {
            if (each.kind != ChartLine::Kind::send) {
                add(each.text);
            }
        }
        if (is_named || fails || lines.size() > without_changes) {
            text_ += fmt::format("  Note over p{}: {}\n", box.lane, lines);
        }
    }

    const Chart& chart_;
    std::string text_;
};

bool is_plain(char c) {
    constexpr std::string_view kPlain = " .,:()[]=+-_/?!'@";
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z') || byte >= 0x80U ||
           kPlain.find(c) != std::string_view::npos;
}

} // namespace

std::string render_mermaid(const Chart& chart) {
    return MermaidRenderer(chart).render();
}

std::string mermaid_escaped(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        const bool is_blank = c == '\n' || c == '\t' || c == '\r';
        if (is_blank) {
            result += ' ';
        } else if (is_plain(c)) {
            result += c;
        } else {
            result += fmt::format("#{};", static_cast<int>(static_cast<unsigned char>(c)));
        }
    }
    return result;
}

} // namespace muster::checker
