// The results of a benchmark, one JSON object per line on stdout:
//   {"labels":{"format":"fp32","operation":"add"},"quantity":"latency","value":4.2,"unit":"cycles"}
// A time whose repeats did not agree also has "settled":false. A value that is no number is one of the words "infinite", "not a number" and
// "not representable" (an input or an intermediate result lies outside the range of the format). {"note":"…"} is something a reader should know.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace mx_characterize {

using Labels = std::vector<std::pair<std::string, std::string>>;

/** `value` is JSON: a number or a word in quotes. */
inline void emit_text(const Labels &labels, const char *quantity, const char *value, const char *unit, bool settled = true) {
  std::printf("{\"labels\":{");
  const char *separator = "";
  for (const auto &label : labels) {
    std::printf("%s\"%s\":\"%s\"", separator, label.first.c_str(), label.second.c_str());
    separator = ",";
  }
  std::printf("},\"quantity\":\"%s\",\"value\":%s,\"unit\":\"%s\"%s}\n", quantity, value, unit, settled ? "" : ",\"settled\":false");
  std::fflush(stdout);
}

inline void emit(const Labels &labels, const char *quantity, double value, const char *unit, bool settled = true) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  emit_text(labels, quantity, value != value ? "\"not a number\"" : std::isinf(value) ? "\"infinite\"" : text, unit, settled);
}

inline void emit_not_representable(const Labels &labels, const char *quantity, const char *unit) {
  emit_text(labels, quantity, "\"not representable\"", unit);
}

inline void note(const std::string &text) {
  std::printf("{\"note\":\"%s\"}\n", text.c_str());
  std::fflush(stdout);
}

inline bool is_quick(int count, char **arguments) {
  for (int at = 1; at < count; at++)
    if (std::strcmp(arguments[at], "--quick") == 0) return true;
  return false;
}

}  // namespace mx_characterize
