// fp64x2 against libqd's dd_real: nanoseconds per operation, over arrays that stay in the first-level cache, as the fastest of
// several interleaved rounds. libqd's `+` is its sloppy addition unless it was configured otherwise, which loses all accuracy
// under cancellation; the fair opponent is dd_real::ieee_add, whose bound is ours, and both are shown. ieee_add holds its bound for
// finite sums only: with an infinity, or when it overflows, it gives NaN. Ours holds for those too, at the price of one comparison beside
// 20 additions; the third line gives ieee_add the same comparison, so that both promise the same. Likewise ÷ and √ are
// libqd's accurate_div and its sqrt.
//
// Prints one JSON object: per operation ours, theirs (ns) and the largest relative error of each, measured against fp64x4.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include <qd/dd_real.h>
#include <qd/fpu.h>

#include "formats.h"

using mx_runtime::fp64x2;
using mx_runtime::fp64x4;

constexpr int n = 512, repeats = 2000, rounds = 25;

static fp64x4 wide(const dd_real &x) { return fp64x4(x.x[0], x.x[1], 0, 0); }
static fp64x4 wide(const fp64x2 &x) { return fp64x4(x.hi, x.lo, 0, 0); }

template <class T> struct operands {
  std::vector<T> a, b, z;
};

template <class T, class Operation> double time_once(operands<T> &o, Operation operation) {
  const auto start = std::chrono::steady_clock::now();
  for (int r = 0; r < repeats; r++) {
    for (int i = 0; i < n; i++) o.z[i] = operation(o.a[i], o.b[i]);
    asm volatile("" : : "r"(o.z.data()) : "memory");
  }
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / (double(n) * repeats);
}

/** A chain, in which every operation waits for the one before it. */
template <class T, class Operation> double time_chain(operands<T> &o, Operation operation) {
  const auto start = std::chrono::steady_clock::now();
  for (int r = 0; r < repeats / 4; r++) {
    T x = o.a[0];
    for (int i = 0; i < n; i++) x = operation(x, o.b[i]);
    o.z[0] = x;
    asm volatile("" : : "r"(o.z.data()) : "memory");
  }
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / (double(n) * (repeats / 4));
}

template <class T, class Operation, class Exact> double worst_error(operands<T> &o, Operation operation, Exact exact) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    const fp64x4 truth = exact(wide(o.a[i]), wide(o.b[i]));
    const fp64x4 error = (wide(operation(o.a[i], o.b[i])) - truth) / truth;
    worst = std::max(worst, std::fabs(error.part[0]));
  }
  return worst;
}

/** Other work on the machine only ever adds time. */
static double fastest(const std::vector<double> &x) { return *std::min_element(x.begin(), x.end()); }

/** ieee_add with IEEE's infinities, which it then has on the bounds of ours. */
__attribute__((always_inline)) static inline dd_real add_with_infinities(const dd_real &x, const dd_real &y) {
  const dd_real z = dd_real::ieee_add(x, y);
  if (__builtin_expect(z.x[1] != z.x[1], 0)) {
    const double head = x.x[0] + y.x[0];
    return std::isfinite(head) ? dd_real(z.x[0], 0) : dd_real(head, 0);
  }
  return z;
}

static operands<fp64x2> our_data;
static operands<dd_real> their_data;
static bool first = true;

template <class Ours, class Theirs, class Exact> void compare(const char *name, Ours ours, Theirs theirs, Exact exact) {
  std::vector<double> our_times, their_times, our_chains, their_chains;
  for (int k = 0; k < rounds; k++) {
    our_times.push_back(time_once(our_data, ours));
    their_times.push_back(time_once(their_data, theirs));
    our_chains.push_back(time_chain(our_data, ours));
    their_chains.push_back(time_chain(their_data, theirs));
  }
  std::printf("%s\n  \"%s\": {\"oursNs\": %.3f, \"theirsNs\": %.3f, \"oursChainNs\": %.3f, \"theirsChainNs\": %.3f, "
              "\"oursError\": %.3g, \"theirsError\": %.3g}",
              first ? "{" : ",", name, fastest(our_times), fastest(their_times), fastest(our_chains), fastest(their_chains),
              worst_error(our_data, ours, exact), worst_error(their_data, theirs, exact));
  first = false;
}

int main() {
  unsigned int control;
  fpu_fix_start(&control);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.5, 2.0);
  for (int i = 0; i < n; i++) {
    // a tail just under half an ulp of the head, on either side; every third sum cancels
    const double a = uniform(random), b = i % 3 ? uniform(random) : -a * (1 + 0x1p-30 * uniform(random));
    const double ta = a * 0x1p-54 * (uniform(random) - 1.25), tb = b * 0x1p-54 * (uniform(random) - 1.25);
    our_data.a.push_back(fp64x2(a, ta)), our_data.b.push_back(fp64x2(b, tb)), our_data.z.push_back(fp64x2(0));
    their_data.a.push_back(dd_real(a, ta)), their_data.b.push_back(dd_real(b, tb)), their_data.z.push_back(dd_real(0));
  }
  using W = const fp64x4 &;
  using O = const fp64x2 &;
  using T = const dd_real &;
  compare("+ (against ieee_add)", [](O x, O y) { return x + y; }, [](T x, T y) { return dd_real::ieee_add(x, y); },
          [](W x, W y) { return x + y; });
  compare("+ (against sloppy_add)", [](O x, O y) { return x + y; }, [](T x, T y) { return dd_real::sloppy_add(x, y); },
          [](W x, W y) { return x + y; });
  compare("+ (both with infinities)", [](O x, O y) { return x + y; }, [](T x, T y) { return add_with_infinities(x, y); },
          [](W x, W y) { return x + y; });
  compare("*", [](O x, O y) { return x * y; }, [](T x, T y) { return x * y; }, [](W x, W y) { return x * y; });
  compare("/ (against accurate_div)", [](O x, O y) { return x / y; }, [](T x, T y) { return dd_real::accurate_div(x, y); },
          [](W x, W y) { return x / y; });
  compare("/ (against sloppy_div)", [](O x, O y) { return x / y; }, [](T x, T y) { return dd_real::sloppy_div(x, y); },
          [](W x, W y) { return x / y; });
  compare("sqrt", [](O x, O) { return mx_runtime::sqrt(x); }, [](T x, T) { return sqrt(x); }, [](W x, W) { return mx_runtime::sqrt(x); });
  std::printf("\n}\n");
  fpu_fix_end(&control);
}
