// Bandwidth of one core: copies of arrays from the size of the first cache to far beyond the last, by the size of an element.
#include <cstdlib>

#include "../numbers.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

template <class T> __attribute__((noinline)) void copy(const T *from, T *to, std::size_t count) {
  for (std::size_t at = 0; at < count; at++) to[at] = from[at];
}

template <class T> void measure(std::size_t bytes, int repeats) {
  const std::size_t half = bytes / 2, count = half / sizeof(T);
  T *from = static_cast<T *>(std::calloc(count, sizeof(T))), *to = static_cast<T *>(std::calloc(count, sizeof(T)));
  if (!from || !to) return note("no memory for a copy of " + std::to_string(bytes >> 20) + " MiB");
  const std::size_t times = std::max<std::size_t>(1, (std::size_t(1) << 25) / half);
  const double ns = shortest_ns(repeats, [&] {
    for (std::size_t time = 0; time < times; time++) {
      copy(from, to, count);
      keep(*to);
    }
  });
  // bytes read and bytes written
  emit_timed({{"format", name_of<T>::text()}, {"kib", std::to_string(bytes >> 10)}}, "bandwidth", 2.0 * double(count * sizeof(T)) * double(times) / ns, "GB/s");
  std::free(from);
  std::free(to);
}

}  // namespace

int main(int count, char **arguments) {
  const bool quick = is_quick(count, arguments);
  for (std::size_t kib : {16, 256, 4096, quick ? 65536 : 524288})
    for_every_format([&](auto format) { measure<decltype(format)>(kib << 10, quick ? 3 : 9); });
  return 0;
}
