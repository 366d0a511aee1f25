#include "checker/chart/svg_parts.hpp"

#include "checker/chart/xml_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace muster::checker {

namespace {

using Fate = ChartArrow::Fate;

constexpr double kStub = 26; // of an arrow that arrives nowhere
constexpr double kTip = 7;

// One decimal is enough, and the same everywhere.
std::string px(double pixels) {
    const auto tenths = static_cast<long>(std::lround(pixels * 10));
    const long whole = tenths / 10;
    const long rest = std::abs(tenths % 10);
    const std::string sign = tenths < 0 && whole == 0 ? "-" : "";
    return rest == 0 ? fmt::format("{}", whole) : fmt::format("{}{}.{}", sign, whole, rest);
}

std::string_view class_of(Fate fate) {
    switch (fate) {
    case Fate::delivered:
        return "delivered";
    case Fate::again:
        return "again";
    case Fate::made_up:
        return "made_up";
    case Fate::late:
        return "late";
    case Fate::again_late:
        return "again late";
    case Fate::lost:
        return "lost";
    case Fate::cut:
        return "cut-off";
    case Fate::pending:
        return "pending";
    }
    return "";
}

std::string_view tip_class(Fate fate) {
    switch (fate) {
    case Fate::late:
    case Fate::again_late:
        return "tip late-tip";
    case Fate::made_up:
        return "tip made_up-tip";
    case Fate::delivered:
    case Fate::again:
    case Fate::lost:
    case Fate::cut:
    case Fate::pending:
        return "tip";
    }
    return "";
}

std::string_view class_of(ChartBox::Kind kind) {
    switch (kind) {
    case ChartBox::Kind::start:
        return "start";
    case ChartBox::Kind::deliver:
        return "deliver";
    case ChartBox::Kind::fire:
        return "fire";
    case ChartBox::Kind::act:
        return "act";
    case ChartBox::Kind::crash:
        return "crash";
    case ChartBox::Kind::stop:
        return "stop";
    case ChartBox::Kind::lose:
        return "lose";
    case ChartBox::Kind::cut:
        return "cut";
    case ChartBox::Kind::other:
        return "other";
    }
    return "";
}

std::string_view class_of(ChartLine::Kind kind) {
    switch (kind) {
    case ChartLine::Kind::change:
        return "change";
    case ChartLine::Kind::ghost:
        return "ghost";
    case ChartLine::Kind::timer:
        return "timer";
    case ChartLine::Kind::send:
        return "send";
    }
    return "";
}

// Drawn around the origin, 12 pixels wide: an arrow that comes in, a clock, a play mark, a flash, a
// stop sign, a cross.
std::string_view icon_of(ChartBox::Kind kind) {
    switch (kind) {
    case ChartBox::Kind::deliver:
        return "M-6 0H2M-1 -3L2 0L-1 3M5 -4V4";
    case ChartBox::Kind::fire:
        return "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0M0 -3V0L2 2";
    case ChartBox::Kind::act:
        return "M-3 -4.5L4.5 0L-3 4.5Z";
    case ChartBox::Kind::crash:
        return "M1 -5L-3 1H2L-1 5";
    case ChartBox::Kind::stop:
        return "M-4 -4H4V4H-4Z";
    case ChartBox::Kind::lose:
    case ChartBox::Kind::cut:
        return "M-4 -4L4 4M4 -4L-4 4";
    case ChartBox::Kind::start:
    case ChartBox::Kind::other:
        return "";
    }
    return "";
}

std::string path(std::string_view classes, const std::string& way) {
    return fmt::format("<path class=\"{}\" d=\"{}\"/>\n", classes, way);
}

std::string svg_chip(const PlacedChip& placed) {
    const std::string phase =
        placed.chip.phase ? fmt::format(" phase{}", *placed.chip.phase % kPhaseColors) : "";
    const Rectangle& area = placed.area;
    return svg_rectangle(area, "chip" + phase + (placed.chip.is_new ? " new" : ""), 8) +
           svg_text(area.x + 5,
                    area.y + area.height / 2 + 0.5,
                    placed.chip.is_new ? "new-text" : "",
                    placed.text);
}

std::string tooltip(const ChartStep& step, std::size_t number) {
    std::string text = fmt::format("{}  {}", number, step.text);
    text += step.place.empty() ? "" : "   " + step.place;
    for (const std::string& line : step.changes) {
        text += "\n" + line;
    }
    return fmt::format("<title>{}</title>\n", xml_escaped(text));
}

class StepPainter {
public:
    StepPainter(const Chart& chart, const ChartLayout& layout, DrawnFor use)
        : chart_(chart)
        , layout_(layout)
        , use_(use)
        , arrivals_(chart.steps.size(), 0) {}

    std::string paint() {
        rows();
        rails();
        for (const ChartArrow& each : chart_.arrows) {
            arrow(each);
        }
        for (std::size_t step = 0; step < chart_.steps.size(); ++step) {
            boxes(step);
        }
        return std::move(svg_);
    }

private:
    struct Point {
        double x = 0;
        double y = 0;
    };

    void rows() {
        for (std::size_t i = 0; i < layout_.rows.size(); ++i) {
            const PlacedRow& row = layout_.rows[i];
            if (row.height > 0) {
                svg_ += fmt::format("<rect class=\"row\" data-step=\"{}\" x=\"0\" y=\"{}\" "
                                    "width=\"{}\" height=\"{}\"/>\n",
                                    i,
                                    px(row.y - 6),
                                    px(layout_.width),
                                    px(row.height + 12));
            }
        }
    }

    // The line of each process, in the colour of its phase.
    void rails() {
        for (std::size_t lane = 0; lane < chart_.lanes.size(); ++lane) {
            const Rectangle& area = layout_.lanes[lane];
            double from = 0;
            std::string phase = phase_of(chart_.heads[lane]);
            const auto rail = [&](double to) {
                const double width = phase.empty() ? 2 : 8;
                svg_ += svg_rectangle({area.x + area.width / 2 - width / 2, from, width, to - from},
                                      phase.empty() ? "rail" : "rail " + phase);
                from = to;
            };
            for (std::size_t step = 0; step < chart_.steps.size(); ++step) {
                for (const ChartBox& box : chart_.steps[step].boxes) {
                    if (box.lane == lane && !box.chips.empty() && phase_of(box.chips) != phase) {
                        rail(layout_.rows[step].y);
                        phase = phase_of(box.chips);
                    }
                }
            }
            rail(layout_.height);
        }
    }

    static std::string phase_of(const std::vector<ChartChip>& chips) {
        for (const ChartChip& chip : chips) {
            if (chip.phase) {
                return fmt::format("phase{}", *chip.phase % kPhaseColors);
            }
        }
        return "";
    }

    [[nodiscard]] const PlacedBox* box_in(std::size_t step, std::size_t lane) const {
        const std::vector<ChartBox>& boxes = chart_.steps[step].boxes;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].lane == lane) {
                return &layout_.rows[step].boxes[i];
            }
        }
        return nullptr;
    }

    [[nodiscard]] double rail_x(std::size_t lane) const {
        return layout_.lanes[lane].x + layout_.lanes[lane].width / 2;
    }

    // To the right, also where a process sends to itself.
    static bool goes_right(const ChartArrow& arrow) { return arrow.to >= arrow.from; }

    [[nodiscard]] std::optional<Point> departure(const ChartArrow& arrow) const {
        if (!arrow.sent) {
            return std::nullopt;
        }
        const PlacedBox* box = box_in(*arrow.sent, arrow.from);
        if (box == nullptr) {
            return std::nullopt;
        }
        return Point{goes_right(arrow) ? box->area.right() : box->area.x, box->line_y[arrow.line]};
    }

    // Those that arrive together arrive below each other.
    Point arrival(const ChartArrow& arrow) {
        const PlacedBox* box = box_in(*arrow.ended, arrow.to);
        const double down = 6.0 * static_cast<double>(arrivals_[*arrow.ended]++);
        const double y = std::min(box->entry_y() + down, box->area.bottom() - 2);
        const bool at_left = arrow.from < arrow.to;
        return {at_left ? box->area.x : box->area.right(), y};
    }

    void arrow(const ChartArrow& arrow) {
        svg_ += fmt::format("<g class=\"message\"{}{}>\n<title>{}</title>\n",
                            arrow.sent ? fmt::format(" data-sent=\"{}\"", *arrow.sent) : "",
                            arrow.ended ? fmt::format(" data-ended=\"{}\"", *arrow.ended) : "",
                            xml_escaped(told(arrow)));
        const std::string classes = fmt::format("arrow {}", class_of(arrow.fate));
        const std::optional<Point> from = departure(arrow);
        if (!arrow.ended) {
            if (from) {
                pending(*from, goes_right(arrow), classes);
            }
        } else {
            arriving(arrow, from, classes);
        }
        svg_ += "</g>\n";
    }

    void pending(Point from, bool right, const std::string& classes) {
        const double end = from.x + (right ? kStub : -kStub);
        svg_ += path(classes, fmt::format("M{} {}H{}", px(from.x), px(from.y), px(end)));
        svg_ += fmt::format(
            "<circle class=\"open\" cx=\"{}\" cy=\"{}\" r=\"3\"/>\n", px(end), px(from.y));
    }

    void arriving(const ChartArrow& arrow, std::optional<Point> from, const std::string& classes) {
        const Point to = arrival(arrow);
        const bool self = arrow.from == arrow.to;
        if (!from) {
            from = Point{rail_x(arrow.from), to.y};
            svg_ += fmt::format(
                "<circle class=\"open\" cx=\"{}\" cy=\"{}\" r=\"3\"/>\n", px(from->x), px(from->y));
        }
        // One that comes back to where it left arrives from the right.
        const double angle = self ? std::acos(-1.0) : std::atan2(to.y - from->y, to.x - from->x);
        const bool is_gone = arrow.fate == Fate::lost || arrow.fate == Fate::cut;
        const double short_of = is_gone ? 9 : kTip;
        const Point end{to.x - short_of * std::cos(angle), to.y - short_of * std::sin(angle)};
        svg_ += path(
            classes,
            self ? fmt::format("M{} {}C{} {} {} {} {} {}",
                               px(from->x),
                               px(from->y),
                               px(from->x + 36),
                               px(from->y),
                               px(to.x + 36),
                               px(to.y),
                               px(end.x),
                               px(end.y))
                 : fmt::format("M{} {}L{} {}", px(from->x), px(from->y), px(end.x), px(end.y)));
        if (is_gone) {
            cross(end, classes);
        } else {
            tip(to, angle, tip_class(arrow.fate));
        }
    }

    void cross(Point at, const std::string& classes) {
        svg_ += path(classes, fmt::format("M{} {}l8 8m0 -8l-8 8", px(at.x - 4), px(at.y - 4)));
    }

    void tip(Point to, double angle, std::string_view classes) {
        const auto corner = [&](double turn) {
            return fmt::format("{} {}",
                               px(to.x - 8 * std::cos(angle + turn)),
                               px(to.y - 8 * std::sin(angle + turn)));
        };
        svg_ += path(classes,
                     fmt::format("M{} {}L{}L{}Z", px(to.x), px(to.y), corner(0.45), corner(-0.45)));
    }

    [[nodiscard]] std::string told(const ChartArrow& arrow) const {
        std::string text = fmt::format(
            "{} from {} to {}", arrow.message, chart_.lanes[arrow.from], chart_.lanes[arrow.to]);
        switch (arrow.fate) {
        case Fate::delivered:
            return text;
        case Fate::again:
            return text + ", delivered again";
        case Fate::made_up:
            return text + ", made up: nobody sent it";
        case Fate::late:
            return text + ", late: a newer message overtook it";
        case Fate::again_late:
            return text + ", delivered again, after a newer message";
        case Fate::lost:
            return text + ", lost";
        case Fate::cut:
            return text + ", lost with the connection";
        case Fate::pending:
            return text + ", not delivered in this run";
        }
        return text;
    }

    void boxes(std::size_t number) {
        const ChartStep& step = chart_.steps[number];
        const PlacedRow& row = layout_.rows[number];
        if (row.height == 0) {
            return;
        }
        svg_ += use_ == DrawnFor::page
                    ? fmt::format("<g class=\"step\" data-step=\"{}\" tabindex=\"-1\" "
                                  "role=\"button\" aria-label=\"{}\">\n",
                                  number,
                                  xml_escaped(fmt::format("{}: {}", number, step.text)))
                    : "<g class=\"step\">\n" + tooltip(step, number);
        svg_ += svg_text(layout_.gutter - 12, row.y + 12, "number", std::to_string(number));
        for (std::size_t i = 0; i < step.boxes.size(); ++i) {
            if (step.boxes[i].kind != ChartBox::Kind::start || !step.boxes[i].lines.empty()) {
                box(step.boxes[i], row.boxes[i]);
            }
        }
        svg_ += "</g>\n";
    }

    void box(const ChartBox& box, const PlacedBox& placed) {
        const Rectangle& area = placed.area;
        svg_ += fmt::format("<g class=\"{}\">\n", class_of(box.kind));
        svg_ += svg_rectangle(area, "box", 3);
        svg_ += svg_rectangle({area.x, area.y, 4, area.height}, "stripe", 2);
        if (const std::string_view icon = icon_of(box.kind); !icon.empty()) {
            svg_ += fmt::format("<path class=\"icon\" transform=\"translate({} {})\" d=\"{}\"/>\n",
                                px(area.x + 17),
                                px(area.y + 12),
                                icon);
        }
        for (std::size_t i = 0; i < placed.title.size(); ++i) {
            svg_ += svg_text(area.x + 28,
                             area.y + 12 + kLineHeight * static_cast<double>(i),
                             "name",
                             placed.title[i]);
        }
        if (!box.tag.empty()) {
            const double width = kCharacterWidth * static_cast<double>(columns_of(box.tag)) + 10;
            const double x = area.right() - width - 4;
            svg_ += svg_rectangle({x, area.y + 4, width, 16}, "tag", 8);
            svg_ += svg_text(x + 5, area.y + 12, "", box.tag);
        }
        for (const PlacedText& text : placed.texts) {
            svg_ += svg_text(area.x + 10, text.y, class_of(text.kind), text.text);
        }
        for (const PlacedChip& chip : placed.chips) {
            svg_ += svg_chip(chip);
        }
        svg_ += "</g>\n";
    }

    const Chart& chart_;
    const ChartLayout& layout_;
    DrawnFor use_;
    std::vector<std::size_t> arrivals_; // by step, so far
    std::string svg_;
};

} // namespace

std::string svg_text(double x, double y, std::string_view classes, std::string_view text) {
    return fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>\n",
                       classes.empty() ? "" : fmt::format(" class=\"{}\"", classes),
                       px(x),
                       px(y),
                       xml_escaped(text));
}

std::string svg_rectangle(const Rectangle& area, std::string_view classes, double radius) {
    return fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n",
                       classes,
                       px(area.x),
                       px(area.y),
                       px(area.width),
                       px(area.height),
                       radius > 0 ? fmt::format(" rx=\"{}\"", px(radius)) : "");
}

std::string svg_heads(const Chart& chart, const ChartLayout& layout) {
    std::string svg;
    for (std::size_t lane = 0; lane < chart.lanes.size(); ++lane) {
        const Rectangle& area = layout.lanes[lane];
        svg += svg_rectangle({area.x, 2, area.width, layout.head_height - 2}, "head", 3);
        const std::size_t columns =
            static_cast<std::size_t>((area.width - 8) / (kCharacterWidth * 1.1));
        svg += svg_text(
            area.x + area.width / 2, 17, "lane-name", shortened(chart.lanes[lane], columns));
        svg += fmt::format("<g class=\"shown-values\" data-lane=\"{}\">\n", lane);
        for (const PlacedChip& chip : layout.heads[lane]) {
            svg += svg_chip(chip);
        }
        svg += "</g>\n";
    }
    return svg;
}

std::string svg_steps(const Chart& chart, const ChartLayout& layout, DrawnFor use) {
    return StepPainter(chart, layout, use).paint();
}

std::string svg_ending(const ChartEnding& ending, Rectangle& area) {
    const auto columns = static_cast<std::size_t>((area.width - 24) / kCharacterWidth);
    constexpr std::size_t kMostTextLines = 6; // of one line
    std::string texts;
    double y = area.y + 14;
    const auto put = [&](const std::string& line, std::string_view classes) {
        for (const std::string& part : wrapped(line, columns, kMostTextLines)) {
            texts += svg_text(area.x + 12, y, classes, part);
            y += kLineHeight;
        }
    };
    put(ending.title, "name");
    for (const std::string& line : ending.lines) {
        put(line, "");
    }
    area.height = y - area.y - 2;
    return svg_rectangle(area, ending.kind == ChartEnding::Kind::shown ? "good" : "bad", 4) + texts;
}

std::string svg_legend(const Chart& chart, Rectangle& area) {
    constexpr std::array<std::pair<Fate, std::string_view>, 7> kMeanings{
        {{Fate::again, "delivered again"},
         {Fate::late, "late: overtaken by a newer message"},
         {Fate::again_late, "again, and overtaken"},
         {Fate::made_up, "made up by an arbitrary sender"},
         {Fate::lost, "lost"},
         {Fate::cut, "lost with the connection"},
         {Fate::pending, "not delivered in this run"}}};
    std::set<Fate> fates;
    for (const ChartArrow& arrow : chart.arrows) {
        fates.insert(arrow.fate);
    }
    std::string svg;
    double x = area.x;
    double y = area.y + kLineHeight / 2;
    area.height = 0;
    for (const auto& [fate, meaning] : kMeanings) {
        if (fates.contains(fate)) {
            const double width = 54 + kCharacterWidth * static_cast<double>(columns_of(meaning));
            if (x > area.x && x + width - 24 > area.right()) {
                x = area.x;
                y += kLineHeight;
            }
            svg += path(fmt::format("arrow {}", class_of(fate)),
                        fmt::format("M{} {}h24", px(x), px(y)));
            svg += svg_text(x + 30, y, "quiet", meaning);
            x += width;
            area.height = y + kLineHeight / 2 - area.y;
        }
    }
    return svg;
}

} // namespace muster::checker
