#include "checker/chart/render_svg.hpp"

#include "checker/chart/page_texts.hpp"
#include "checker/chart/svg_arrows.hpp"
#include "checker/chart/svg_parts.hpp"
#include "checker/chart/svg_text.hpp"
#include "checker/chart/xml_text.hpp"
#include "checker/trace/text_columns.hpp"

#include <fmt/format.h>

#include <cmath>

namespace muster::checker {

namespace {

constexpr double kMargin = 16;
constexpr std::size_t kMostGivenLines = 3; // of one constant or function

class SvgRenderer {
public:
    explicit SvgRenderer(const Chart& chart)
        : chart_(chart)
        , layout_(lay_out(chart)) {}

    std::string render() {
        words_above();
        put(svg_heads(chart_, layout_));
        y_ += layout_.head_height;
        put(svg_steps(chart_, layout_, DrawnFor::reading));
        y_ += layout_.height + 6;
        Rectangle ending{8, y_, layout_.width - 16, 0};
        svg_ += svg_ending(chart_.ending, ending);
        Rectangle legend{kMargin, ending.bottom() + 8, layout_.width - 2 * kMargin, 0};
        svg_ += svg_legend(chart_, legend);
        y_ = legend.bottom() + 8;
        const auto width = static_cast<long>(std::ceil(layout_.width));
        const auto height = static_cast<long>(std::ceil(y_));
        return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                           "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" "
                           "class=\"chart\" "
                           "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n"
                           "<title>{2}</title>\n"
                           "<style>\n{3}</style>\n"
                           "<rect class=\"paper\" width=\"{0}\" height=\"{1}\"/>\n{4}</svg>\n",
                           width,
                           height,
                           xml_escaped(fmt::format("{}: {}", chart_.protocol, chart_.title)),
                           page_text("chart.css"),
                           svg_);
    }

private:
    void put(const std::string& parts) {
        svg_ += fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n",
                            static_cast<long>(std::lround(y_)),
                            parts);
        y_ = std::round(y_);
    }

    void line(const std::string& text, std::string_view classes, double size, std::size_t lines) {
        const auto columns =
            static_cast<std::size_t>((layout_.width - 2 * kMargin) / (kCharacterWidth * size));
        for (const std::string& part : wrapped(text, columns, lines)) {
            svg_ += svg_text(kMargin, y_, classes, part);
            y_ += kLineHeight * size;
        }
    }

    void words_above() {
        y_ = 20;
        line(chart_.title, "title", 14.0 / 11.0, 2);
        line(chart_.subtitle.empty() ? chart_.protocol
                                     : fmt::format("{}: {}", chart_.protocol, chart_.subtitle),
             "quiet",
             1,
             2);
        if (!chart_.caution.empty()) {
            svg_ += svg_rectangle(
                {kMargin - 8, y_ - 6, layout_.width - 2 * kMargin + 16, 20}, "caution", 4);
            y_ += 4;
            line(chart_.caution, "", 1, 1);
            y_ += 4;
        }
        for (const std::string& given : chart_.givens) {
            line(given, "", 1, kMostGivenLines);
        }
        y_ = std::round(y_ + 4);
    }

    const Chart& chart_;
    ChartLayout layout_;
    double y_ = 0;
    std::string svg_;
};

} // namespace

std::string render_svg(const Chart& chart) {
    return SvgRenderer(chart).render();
}

} // namespace muster::checker
