#include "checker/chart/svg_arrows.hpp"

#include "checker/chart/svg_text.hpp"
#include "checker/chart/xml_text.hpp"
#include "checker/trace/text_columns.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace muster::checker {

namespace {

using Fate = ChartArrow::Fate;

constexpr double kStub = 16; // of an arrow that arrives nowhere
constexpr double kTip = 7;

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

class ArrowPainter {
public:
    ArrowPainter(const Chart& chart, const ChartLayout& layout)
        : chart_(chart)
        , layout_(layout)
        , arrivals_(chart.steps.size(), 0) {}

    std::string paint() {
        for (const ChartArrow& each : chart_.arrows) {
            arrow(each);
        }
        return std::move(svg_);
    }

private:
    struct Point {
        double x = 0;
        double y = 0;
    };

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

    // Those that leave from one line go the same way, and are one stub.
    void pending(Point from, bool right, const std::string& classes) {
        const double end = from.x + (right ? kStub : -kStub);
        svg_ += svg_path(classes, fmt::format("M{} {}H{}", px(from.x), px(from.y), px(end)));
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
        svg_ += svg_path(
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
        svg_ += svg_path(classes, fmt::format("M{} {}l8 8m0 -8l-8 8", px(at.x - 4), px(at.y - 4)));
    }

    void tip(Point to, double angle, std::string_view classes) {
        const auto corner = [&](double turn) {
            return fmt::format("{} {}",
                               px(to.x - 8 * std::cos(angle + turn)),
                               px(to.y - 8 * std::sin(angle + turn)));
        };
        svg_ += svg_path(
            classes, fmt::format("M{} {}L{}L{}Z", px(to.x), px(to.y), corner(0.45), corner(-0.45)));
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

    const Chart& chart_;
    const ChartLayout& layout_;
    std::vector<std::size_t> arrivals_; // by step, so far
    std::string svg_;
};

} // namespace

std::string svg_arrows(const Chart& chart, const ChartLayout& layout) {
    return ArrowPainter(chart, layout).paint();
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
            svg += svg_path(fmt::format("arrow {}", class_of(fate)),
                            fmt::format("M{} {}h24", px(x), px(y)));
            svg += svg_text(x + 30, y, "quiet", meaning);
            x += width;
            area.height = y + kLineHeight / 2 - area.y;
        }
    }
    return svg;
}

} // namespace muster::checker
