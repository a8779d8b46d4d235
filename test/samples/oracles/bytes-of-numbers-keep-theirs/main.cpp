#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>
struct Summed { double u, v; };
struct Written { double u, v; };
struct Row { double u, v; };
struct Cast { double u, v; };
struct Made { float u, v; };
struct Compared { double u, v; };
struct Viewed { double x, y, z; std::span<const double> all() const { return {&x, 3}; } };
static unsigned sum(std::span<const std::byte> bytes) { unsigned h = 7; for (auto b : bytes) h = h * 31 + unsigned(b); return h; }
int main()
{
  Summed s{0.1, 0.2};
  Written w{0.1, 0.2};
  std::as_writable_bytes(std::span<Written>(&w, 1))[7] = std::byte{0x3e};
  std::vector<Row> rows{{0.1, 0.2}};
  std::vector<double> numbers{0.1, 0.2};
  std::printf("%u %.17g %u %u\n", sum(std::as_bytes(std::span(&s, 1))), w.u, sum(std::as_bytes(std::span(rows))), sum(std::as_bytes(std::span<double>(numbers))));
  Cast c{0.1, 0.2};
  const auto words = std::bit_cast<std::array<std::uint64_t, 2>>(c);
  const auto made = std::bit_cast<Made>(std::uint64_t{0x3f8000003f800001});
  Compared a{0.1, 0.2}, b{0.1, 0.2};
  std::printf("%llx %.9g %d\n", (unsigned long long)words[0], made.u, std::memcmp(&a, &b, sizeof a));
  Viewed v{0.1, 0.3, 0.5};
  double total = 0;
  for (double x : v.all()) total += x;
  std::printf("%.17g\n", total);
}
