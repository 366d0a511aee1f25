#pragma once

#include "runtime/base/bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace muster::runtime::kafka {

/// One line of a file of data/, as its README describes it.
struct RecordedFrame {
    std::string place;
    bool from_client = false;
    std::int16_t api_key = 0;
    std::int16_t api_version = 0;
    std::int32_t correlation_id = 0;
    /// Without the length prefix.
    Bytes payload;
};

inline Bytes from_hex(const std::string& text) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        bytes.push_back(static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/// All frames of all recordings, files in order of name.
inline std::vector<RecordedFrame> recorded_frames() {
    const std::filesystem::path folder(MUSTER_SOURCE_DIR "/tests/unit/runtime/data");
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".hex") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<RecordedFrame> frames;
    for (const auto& file : files) {
        std::ifstream input(file);
        std::string line;
        for (int number = 1; std::getline(input, line); ++number) {
            RecordedFrame frame;
            std::string time, connection, direction, length, hex;
            std::istringstream fields(line);
            fields >> time >> connection >> direction >> frame.api_key >> frame.api_version >>
                frame.correlation_id >> length >> hex;
            frame.place = file.filename().string() + ":" + std::to_string(number);
            frame.from_client = direction == ">";
            frame.payload = from_hex(hex).substr(4);
            frames.push_back(std::move(frame));
        }
    }
    return frames;
}

} // namespace muster::runtime::kafka
