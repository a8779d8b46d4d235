// Throughput and latency of operations and conversions, in cycles of the multiprocessor's own clock, so that they do not depend on the
// frequency the GPU happens to run at.
#pragma once
#include <algorithm>
#include <climits>
#include <vector>

#include "operations.cuh"
#include "timing.cuh"

constexpr int THREADS = 1024; // one block fills a multiprocessor
constexpr int CHAINS = 4;     // independent of each other in each thread
constexpr int REPEATS = 5;

struct Span {
  long long start, end;
};

/** Runs `Body` in every thread of one block per multiprocessor, or in a single thread, and keeps when each block started and ended. */
template <class Body>
__global__ void __launch_bounds__(THREADS) timed(int steps, Body body, Span* spans, unsigned* sink) {
  auto state = body.start(threadIdx.x);
  __syncthreads();
  const long long start = clock64();
  for (int step = 0; step < steps; step++) body.advance(state);
  const unsigned digest = body.digest(state);
  __syncthreads();
  const long long end = clock64();
  if (threadIdx.x == 0) spans[blockIdx.x] = {start, end};
  if (digest == 0xdeadbeefu) *sink = digest; // never so in practice, which the compiler cannot know
}

template <class T, class Op, int Width> struct ArithmeticBody {
  Constants<T> constants;
  struct State {
    T x[Width];
  };
  static constexpr int UNROLL = 8;
  __device__ State start(unsigned thread) const {
    State state;
    T x = constants.near_one;
    for (unsigned add = 0; add < thread % 7; add++) x = x + constants.small;
    for (int chain = 0; chain < Width; chain++) {
      state.x[chain] = x; // each chain another number: equal ones would be computed once
      x = x + constants.small;
    }
    return state;
  }
  __device__ void advance(State& state) const {
#pragma unroll
    for (int again = 0; again < UNROLL; again++)
#pragma unroll
      for (int chain = 0; chain < Width; chain++) state.x[chain] = Op::step(state.x[chain], constants);
  }
  __device__ unsigned digest(const State& state) const {
    T sum = state.x[0];
    for (int chain = 1; chain < Width; chain++) sum = sum + state.x[chain];
    unsigned bits = 0;
    memcpy(&bits, &sum, sizeof(T) < 4 ? sizeof(T) : 4);
    return bits | 1u << 30; // makes 0xdeadbeef rare, not impossible
  }
};

template <class Op, int Width> struct ConversionBody {
  unsigned seed;
  struct State {
    unsigned x[Width];
  };
  static constexpr int UNROLL = 8;
  __device__ State start(unsigned thread) const {
    State state;
    for (int chain = 0; chain < Width; chain++) state.x[chain] = seed + thread + chain;
    return state;
  }
  __device__ void advance(State& state) const {
#pragma unroll
    for (int again = 0; again < UNROLL; again++)
#pragma unroll
      for (int chain = 0; chain < Width; chain++) state.x[chain] = Op::step(state.x[chain]);
  }
  __device__ unsigned digest(const State& state) const {
    unsigned sum = 0;
    for (int chain = 0; chain < Width; chain++) sum += state.x[chain];
    return sum;
  }
};

/** fp64 beside fp32 or beside conversions: whether their pipes work at the same time. */
struct BesideBody {
  double near_one, small;
  int narrow, conversions; // fp32 operations and fp64→fp32 conversions for every fp64 operation, 0 or 1
  struct State {
    double x[CHAINS];
    float y[CHAINS];
    unsigned z[CHAINS];
  };
  static constexpr int UNROLL = 8;
  __device__ State start(unsigned thread) const {
    State state;
    for (int chain = 0; chain < CHAINS; chain++) {
      state.x[chain] = near_one + thread;
      state.y[chain] = float(thread + chain);
      state.z[chain] = thread + chain;
    }
    return state;
  }
  template <bool Narrow, bool Convert> __device__ void mixed(State& state) const {
    const float near_one_f = float(near_one), small_f = float(small);
#pragma unroll
    for (int again = 0; again < UNROLL; again++)
#pragma unroll
      for (int chain = 0; chain < CHAINS; chain++) {
        state.x[chain] = fma(state.x[chain], near_one, small);
        if (Narrow) state.y[chain] = fmaf(state.y[chain], near_one_f, small_f);
        if (Convert) state.z[chain] = Fp64ToFp32::step(state.z[chain]);
      }
  }
  __device__ void advance(State& state) const {
    if (narrow && conversions) mixed<true, true>(state);
    else if (narrow) mixed<true, false>(state);
    else if (conversions) mixed<false, true>(state);
    else mixed<false, false>(state);
  }
  __device__ unsigned digest(const State& state) const {
    unsigned sum = 0;
    for (int chain = 0; chain < CHAINS; chain++)
      sum += state.z[chain] + __float_as_uint(state.y[chain]) + high_word(state.x[chain]);
    return sum;
  }
};

struct Measured {
  double throughput; // results per cycle and multiprocessor
  double latency;    // cycles until a result can be used
};

class ArithmeticBench {
 public:
  explicit ArithmeticBench(int multiprocessors) : blocks_(multiprocessors) {
    check(cudaMalloc(&spans_, sizeof(Span) * blocks_));
    check(cudaMalloc(&sink_, sizeof(unsigned)));
  }

  template <class T, class Op> Measured operation(T near_one, T small, T exponent) {
    const Constants<T> constants{near_one, small, exponent};
    return measure(ArithmeticBody<T, Op, CHAINS>{constants}, ArithmeticBody<T, Op, 1>{constants});
  }
  template <class Op> Measured conversion() {
    return measure(ConversionBody<Op, CHAINS>{0x3f800000u}, ConversionBody<Op, 1>{0x3f800000u});
  }
  /** Cycles per fp64 operation and multiprocessor, with what runs beside it. */
  double beside(bool narrow, bool conversions) {
    const BesideBody body{1.0000001, 1e-7, narrow, conversions};
    return cycles(body, blocks_, THREADS, 64) / (64.0 * BesideBody::UNROLL * CHAINS * THREADS);
  }

 private:
  int blocks_;
  Span* spans_ = nullptr;
  unsigned* sink_ = nullptr;

  template <class Wide, class Single> Measured measure(const Wide& wide, const Single& single) {
    const double perStep = Wide::UNROLL * double(CHAINS) * THREADS;
    // the difference of two lengths leaves start and end of the block out
    const double busy = cycles(wide, blocks_, THREADS, 96) - cycles(wide, blocks_, THREADS, 32);
    const double alone = cycles(single, 1, 1, 96) - cycles(single, 1, 1, 32);
    return {64 * perStep / busy, alone / (64.0 * Single::UNROLL)};
  }

  /** Median over the repeats of the mean over the blocks, each of which has a multiprocessor to itself. */
  template <class Body> double cycles(const Body& body, int blocks, int threads, int steps) {
    std::vector<double> repeats;
    std::vector<Span> spans(blocks);
    for (int repeat = 0; repeat <= REPEATS; repeat++) {
      timed<<<blocks, threads>>>(steps, body, spans_, sink_);
      check(cudaGetLastError());
      check(cudaMemcpy(spans.data(), spans_, sizeof(Span) * blocks, cudaMemcpyDeviceToHost));
      double sum = 0;
      for (const Span& span : spans) sum += double(span.end - span.start);
      if (repeat > 0) repeats.push_back(sum / blocks); // the first fills the instruction caches
    }
    return median(repeats);
  }
};
