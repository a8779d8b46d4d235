// Throughput and latency of operations and conversions, in cycles of the multiprocessor's own clock, so that they do not depend on the
// frequency the GPU happens to run at. Latency by one thread and a chain of 128 or 256; throughput by a block that fills each
// multiprocessor with threads of several chains.
#pragma once

#include "device.cuh"
#include "steps.cuh"

namespace mx_characterize {

/** Registers limit the threads of a block: fewer fit with multi-word numbers. */
template <class T> constexpr int THREADS_OF = sizeof(T) <= 8 ? 1024 : 256;
/** Independent of each other in each thread. */
template <class T> constexpr int CHAINS_OF = sizeof(T) <= 8 ? 4 : 2;

struct Span {
  long long start, end;
};

/** Runs `Body` in every thread of one block per multiprocessor, or in a single thread, and keeps when each block started and ended. */
template <class Body> __global__ void __launch_bounds__(Body::THREADS) timed(int steps, Body body, Span *spans, unsigned *sink) {
  auto state = body.start(threadIdx.x);
  __syncthreads();
  const long long start = clock64();
  for (int step = 0; step < steps; step++) body.advance(state);
  const unsigned digest = body.digest(state);
  __syncthreads();
  const long long end = clock64();
  if (threadIdx.x == 0) spans[blockIdx.x] = {start, end};
  if (digest == 0xdeadbeefu) *sink = digest;  // never so in practice, which the compiler cannot know
}

/** Operations of hundreds of instructions are calls, compiled once. */
template <class T, class Op> __device__ __noinline__ T called(T x, const Constants<T> &c) { return Op::template step<T>(x, c); }

template <class T, class Op, int Width> struct ArithmeticBody {
  Constants<T> constants;
  struct State {
    T x[Width];
  };
  static constexpr int THREADS = THREADS_OF<T>;
  static constexpr bool CALLS = std::is_class<T>::value && sizeof(T) > 4 && Op::is_long;
  static constexpr int UNROLL = CALLS ? 1 : std::is_class<T>::value && sizeof(T) > 4 ? 2 : 8;
  __device__ State start(unsigned thread) const {
    State state;
    T x = constants.near_one;
    for (unsigned add = 0; add < thread % 7; add++) x = x + constants.small;
    for (int chain = 0; chain < Width; chain++) {
      state.x[chain] = x;  // each chain another number: equal ones would be computed once
      x = x + constants.small;
    }
    return state;
  }
  __device__ void advance(State &state) const {
#pragma unroll
    for (int again = 0; again < UNROLL; again++)
#pragma unroll
      for (int chain = 0; chain < Width; chain++)
        if constexpr (CALLS) state.x[chain] = called<T, Op>(state.x[chain], constants);
        else state.x[chain] = Op::template step<T>(state.x[chain], constants);
  }
  __device__ unsigned digest(const State &state) const {
    T sum = state.x[0];
    for (int chain = 1; chain < Width; chain++) sum = sum + state.x[chain];
    unsigned word[(sizeof(T) + 3) / 4] = {}, bits = 0;
    memcpy(word, &sum, sizeof(T));
    for (unsigned one : word) bits ^= one;  // all of it: a part that nobody looks at need not be computed
    return bits | 1u << 30;                 // makes 0xdeadbeef rare, not impossible
  }
};

template <class Op, int Width> struct ConversionBody {
  unsigned seed;
  struct State {
    unsigned x[Width];
  };
  static constexpr int THREADS = 1024;
  static constexpr int UNROLL = 8;
  __device__ State start(unsigned thread) const {
    State state;
    for (int chain = 0; chain < Width; chain++) state.x[chain] = seed + thread + chain;
    return state;
  }
  __device__ void advance(State &state) const {
#pragma unroll
    for (int again = 0; again < UNROLL; again++)
#pragma unroll
      for (int chain = 0; chain < Width; chain++) state.x[chain] = Op::step(state.x[chain]);
  }
  __device__ unsigned digest(const State &state) const {
    unsigned sum = 0;
    for (int chain = 0; chain < Width; chain++) sum += state.x[chain];
    return sum;
  }
};

struct Measured {
  double throughput;          // results per cycle and multiprocessor
  double chain128, chain256;  // cycles until a result can be used
};

class ArithmeticBench {
 public:
  explicit ArithmeticBench(int repeats) : blocks_(device().multiProcessorCount), repeats_(repeats), spans_(std::size_t(blocks_)), sink_(1) {}

  template <class T, class Op> Measured operation(const Constants<T> &constants) {
    return measure<CHAINS_OF<T>>(ArithmeticBody<T, Op, CHAINS_OF<T>>{constants}, ArithmeticBody<T, Op, 1>{constants}, Op::operations);
  }
  template <class Op> Measured conversion() {
    return measure<4>(ConversionBody<Op, 4>{0x3f800000u}, ConversionBody<Op, 1>{0x3f800000u}, 1);
  }

  /** Of a body's repetitions, per cycle and multiprocessor; the difference of two lengths leaves start and end of the block out. */
  template <class Body> double throughput(const Body &body) {
    const int steps = 64 / Body::UNROLL;
    const double busy = cycles(body, blocks_, Body::THREADS, 3 * steps) - cycles(body, blocks_, Body::THREADS, steps);
    return 2.0 * steps * Body::UNROLL * Body::THREADS / busy;
  }

 private:
  int blocks_, repeats_;
  DeviceArray<Span> spans_;
  DeviceArray<unsigned> sink_;

  template <int Chains, class Wide, class Single> Measured measure(const Wide &wide, const Single &single, int operations) {
    const double around = cycles(single, 1, 1, 0);  // the clock, and looking at the result
    const auto chain = [&](int length) { return (cycles(single, 1, 1, length / Single::UNROLL) - around) / (double(length) * operations); };
    return {throughput(wide) * Chains * operations, chain(128), chain(256)};
  }

  /** Median over the repeats of the mean over the blocks, each of which has a multiprocessor to itself. */
  template <class Body> double cycles(const Body &body, int blocks, int threads, int steps) {
    std::vector<double> times;
    for (int repeat = 0; repeat <= repeats_; repeat++) {
      timed<<<blocks, threads>>>(steps, body, spans_.data(), sink_.data());
      check(cudaGetLastError());
      const std::vector<Span> spans = spans_.read();
      double sum = 0;
      for (int block = 0; block < blocks; block++) sum += double(spans[block].end - spans[block].start);
      if (repeat > 0) times.push_back(sum / blocks);  // the first fills the instruction caches
    }
    return median(times);
  }
};

}  // namespace mx_characterize
