// Latency (a chain whose every step needs the one before) and throughput (many such chains, which the compiler may put into vectors) of
// every operation in every format, on one core.
#include "chains.h"
#include "timing.h"

using namespace mx_characterize;

namespace {

struct Budget {
  double ns;
  int repeats;
};

struct Figures {
  double chain128, chain256, throughput;  // cycles, cycles, results a cycle
};

template <class T, class Op> Figures measure(const Constants<T> &c, const Budget &budget) {
  const auto chain = [&](int steps, int times) {
    const double ns = shortest_ns(budget.repeats, [&] {
      T x = c.near_one;
      for (int time = 0; time < times; time++) advance<T, Op>(x, c, steps);
      keep(x);
    });
    return ns / cycle_ns() / (double(steps) * times * Op::operations);
  };
  const double probe = chain(128, 1) * 128 * Op::operations * cycle_ns();
  const int times = int(std::min(4000.0, std::max(1.0, budget.ns / probe)));
  Figures found;
  found.chain128 = chain(128, times);
  found.chain256 = chain(256, std::max(1, times / 2));
  const double ns = shortest_ns(budget.repeats, [&] {
    T x[CHAINS<T>];
    for (int at = 0; at < CHAINS<T>; at++) x[at] = c.near_one;
    for (int time = 0; time < std::max(1, times / 8); time++) advance_all<T, Op>(x, c, 128);
    keep(x);
  });
  found.throughput = 128.0 * CHAINS<T> * Op::operations * std::max(1, times / 8) / (ns / cycle_ns());
  return found;
}

template <class T> void measure_format(const Budget &budget) {
  const Constants<T> c = constants<T>(unknown_one());
  const Figures addition = measure<T, Add>(c, budget);
  operations_of<T>::each([&](auto op) {
    using Op = decltype(op);
    Figures found = measure<T, Op>(c, budget);
    const bool settled = take_settled();
    found.chain128 -= Op::additions * addition.chain128;
    found.chain256 -= Op::additions * addition.chain256;
    const double additions = Op::additions / addition.throughput;
    found.throughput = 1 / std::max(1e-9, 1 / found.throughput - additions);
    const Labels own = {{"format", name_of<T>::text()}, {"operation", Op::words}};
    const auto with_chain = [&](const char *chain) {
      Labels all = own;
      all.push_back({"chain", chain});
      return all;
    };
    emit(with_chain("128"), "latency", found.chain128, "cycles", settled);
    emit(with_chain("256"), "latency", found.chain256, "cycles", settled);
    emit(own, "throughput", found.throughput, "results/cycle", settled);
  });
}

}  // namespace

int main(int count, char **arguments) {
  const Budget budget = is_quick(count, arguments) ? Budget{2e5, 3} : Budget{2e6, 7};
  emit({}, "clock", 1000 / cycle_ns(), "MHz");
  emit({}, "vector width", vector_bits(), "bits");
  for_every_format([&](auto format) { measure_format<decltype(format)>(budget); });
  for_every_length([&](auto format) { measure_format<decltype(format)>(budget); });
  return 0;
}
