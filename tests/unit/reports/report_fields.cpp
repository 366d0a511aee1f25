#include "tests/unit/reports/report_fields.hpp"

#include "tests/support/golden.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

namespace muster::test {
namespace {

using Json = nlohmann::ordered_json;

// The first column of every table of the page, by the heading above it.
std::map<std::string, std::vector<std::string>> tables_of(const std::string& page) {
    std::map<std::string, std::vector<std::string>> tables;
    std::string heading;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind('#', 0) == 0) {
            heading = line.substr(line.find_first_not_of("# "));
            heading.erase(std::remove(heading.begin(), heading.end(), '`'), heading.end());
        } else if (line.rfind("| `", 0) == 0) {
            tables[heading].push_back(line.substr(3, line.find('`', 3) - 3));
        }
    }
    return tables;
}

class Fields {
public:
    Fields()
        : tables_(tables_of(read_file(MUSTER_SOURCE_DIR "/docs/machine-readable.md"))) {}

    testing::AssertionResult check(const Json& report) {
        object(report, "The object");
        for (const char* list :
             {"properties", "lives", "obligations", "tests", "impossible_steps"}) {
            for (const Json& entry : report.at(list)) {
                this->entry(entry, std::string("Each of ") + list);
            }
        }
        part(report, "not_generable");
        if (report.at("not_generable").is_object()) {
            part(report.at("not_generable"), "place");
        }
        return mistakes_.empty() ? testing::AssertionSuccess()
                                 : testing::AssertionFailure() << mistakes_;
    }

private:
    void entry(const Json& entry, const std::string& table) {
        object(entry, table);
        part(entry, "place");
        part(entry, "bounds");
        part(entry, "lasso");
        if (table != "Each of tests") {
            part(entry, "reason");
            if (entry.contains("verdict")) {
                listed(entry.at("verdict"), "Verdicts");
            }
            if (entry.contains("reason") && entry.at("reason").is_object()) {
                listed(entry.at("reason").at("kind"), "Kinds of reasons");
            }
        }
    }

    void part(const Json& entry, const std::string& name) {
        if (entry.contains(name) && !entry.at(name).is_null()) {
            object(entry.at(name), "Each " + name);
        }
    }

    void listed(const Json& word, const std::string& table) {
        const auto& words = tables_.at(table);
        if (std::find(words.begin(), words.end(), word.get<std::string>()) == words.end()) {
            mistakes_ += word.dump() + " is not listed below " + table + '\n';
        }
    }

    void object(const Json& json, const std::string& table) {
        std::vector<std::string> keys;
        for (const auto& [key, value] : json.items()) {
            keys.push_back(key);
        }
        if (keys != tables_.at(table)) {
            mistakes_ += "other fields than below " + table + ":";
            for (const std::string& key : keys) {
                mistakes_ += " " + key;
            }
            mistakes_ += '\n';
        }
    }

    std::map<std::string, std::vector<std::string>> tables_;
    std::string mistakes_;
};

} // namespace

testing::AssertionResult has_documented_fields(const std::string& report) {
    const Json json = Json::parse(report, nullptr, false);
    if (json.is_discarded()) {
        return testing::AssertionFailure() << "no JSON:\n" << report;
    }
    return Fields().check(json);
}

} // namespace muster::test
