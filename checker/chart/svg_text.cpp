#include "checker/chart/svg_text.hpp"

#include "checker/chart/xml_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace muster::checker {

std::string px(double pixels) {
    const auto tenths = static_cast<long>(std::lround(pixels * 10));
    const long whole = tenths / 10;
    const long rest = std::abs(tenths % 10);
    const std::string sign = tenths < 0 && whole == 0 ? "-" : "";
    return rest == 0 ? fmt::format("{}", whole) : fmt::format("{}{}.{}", sign, whole, rest);
}

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

std::string svg_path(std::string_view classes, const std::string& way) {
    return fmt::format("<path class=\"{}\" d=\"{}\"/>\n", classes, way);
}

} // namespace muster::checker
