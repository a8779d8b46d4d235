// Conversions between formats on a GPU: throughput and latency of the machine formats' and integers' one direction at a time; throughput of
// all others in a kernel whose every thread turns numbers that it holds in registers.
//   nvcc -O3 -std=c++17 -arch=native runtime/characterize/cuda/conversions.cu -o conversions && ./conversions [--quick]
#include "arithmetic.cuh"

using namespace mx_characterize;

namespace {

/** To another format and, by its bits, back into the source: what follows depends on it. */
template <class From, class To> struct BetweenFormats {
  From first;
  struct State {
    From x;
    unsigned digest;
  };
  static constexpr int THREADS = 256;
  static constexpr int UNROLL = 2;
  __device__ State start(unsigned thread) const { return {first, thread}; }
  __device__ void advance(State &state) const {
#pragma unroll
    for (int again = 0; again < UNROLL; again++) {
      const To y = mx_runtime::convert<To>(state.x);
      unsigned word[(sizeof(To) + 3) / 4] = {}, source[(sizeof(From) + 3) / 4] = {};
      memcpy(word, &y, sizeof(To));
#pragma unroll
      for (unsigned one : word) state.digest += one;
      memcpy(source, &state.x, sizeof(From));
      source[0] ^= state.digest & 1u;  // the last bit of the next number
      memcpy(&state.x, source, sizeof(From));
    }
  }
  __device__ unsigned digest(const State &state) const { return state.digest; }
};

template <class From, class To> constexpr bool is_machine_conversion = sizeof(From) <= 8 && sizeof(To) <= 8 &&
    !mx_runtime::is_multi_part<From> && !mx_runtime::is_multi_part<To>;

template <class From, class To> void measure(ArithmeticBench &bench) {
  if constexpr (!std::is_same<From, To>::value && !is_machine_conversion<From, To>) {
    const double throughput = bench.throughput(BetweenFormats<From, To>{number<From>(1.5)});
    emit({{"from", name_of<From>::text()}, {"to", name_of<To>::text()}}, "throughput", throughput, "results/cycle/multiprocessor");
  }
}

}  // namespace

int main(int count, char **arguments) {
  ArithmeticBench bench(is_quick(count, arguments) ? 3 : 9);
  for_machine_conversions([&](auto conversion) {
    using Op = decltype(conversion);
    const Measured found = bench.conversion<Op>();
    const Labels labels = {{"from", Op::from}, {"to", Op::to}};
    emit(labels, "throughput", found.throughput, "results/cycle/multiprocessor");
    emit(labels, "latency", found.chain256, "cycles");
  });
  for_every_format([&](auto from) {
    for_every_format([&](auto to) { measure<decltype(from), decltype(to)>(bench); });
  });
  tell_clock();
  return 0;
}
