// Latency and throughput of every operation in every format, on a GPU: one JSON object a line (../rows.h).
//   nvcc -O3 -std=c++17 -arch=native -DMX_GROUP=0 runtime/characterize/cuda/operations.cu -o operations && ./operations [--quick]
// There are many kernels: MX_GROUP, 0 to 7, says which formats a build is about, so that several can be compiled at once.
#include "arithmetic.cuh"

using namespace mx_characterize;
using mx_runtime::bf16, mx_runtime::cmp32x2, mx_runtime::cmp64x2, mx_runtime::fp16, mx_runtime::fp32, mx_runtime::fp32x2, mx_runtime::fp64, mx_runtime::fp64x2, mx_runtime::fp64x4;

#ifndef MX_GROUP
#define MX_GROUP 0
#endif

namespace {

void tell(const std::string &format, const char *operation, const Measured &found) {
  const Labels own = {{"format", format}, {"operation", operation}};
  const auto with_chain = [&](const char *chain) {
    Labels all = own;
    all.push_back({"chain", chain});
    return all;
  };
  emit(with_chain("128"), "latency", found.chain128, "cycles");
  emit(with_chain("256"), "latency", found.chain256, "cycles");
  emit(own, "throughput", found.throughput, "results/cycle/multiprocessor");
}

/** The addition in the chain of a logarithm is not the logarithm's. */
Measured without(const Measured &found, int additions, const Measured &addition) {
  return {1 / (1 / found.throughput - additions / addition.throughput), found.chain128 - additions * addition.chain128,
          found.chain256 - additions * addition.chain256};
}

template <class T> void measure_format(ArithmeticBench &bench) {
  const Constants<T> c = constants<T>(1);
  const Measured addition = bench.operation<T, Add>(c);
  const int results = std::is_same<T, __half2>::value || std::is_same<T, __nv_bfloat162>::value ? 2 : 1;
  operations_of<T>::each([&](auto op) {
    using Op = decltype(op);
    Measured found = without(bench.operation<T, Op>(c), Op::additions, addition);
    found.throughput *= results;  // of an instruction
    tell(name_of<T>::text(), Op::words, found);
  });
  tell(name_of<T>::text(), Shuffle::words, bench.operation<T, Shuffle>(c));
}

void measure_approximations(ArithmeticBench &bench) {
  const Constants<float> c = constants<float>(1);
  const Measured addition = bench.operation<float, Add>(c);
  for_fast_operations([&](auto op) {
    using Op = decltype(op);
    tell("fp32 fast", Op::words, without(bench.operation<float, Op>(c), Op::additions, addition));
  });
}

void tell_device() {
  const cudaDeviceProp found = device();
  emit({}, "multiprocessors", found.multiProcessorCount, "multiprocessors");
  emit({}, "highest clock", highest_clock_mhz(), "MHz");
  emit({}, "registers", found.regsPerMultiprocessor, "registers/multiprocessor");
  emit({}, "shared memory", double(found.sharedMemPerMultiprocessor), "bytes/multiprocessor");
  emit({}, "L2", found.l2CacheSize, "bytes");
}

}  // namespace

int main(int count, char **arguments) {
  ArithmeticBench bench(is_quick(count, arguments) ? 3 : 9);
#if MX_GROUP == 0
  tell_device();
  for_formats<fp32, fp64>([&](auto format) { measure_format<decltype(format)>(bench); });
  measure_approximations(bench);
#elif MX_GROUP == 1
  for_formats<fp16, bf16, __half2, __nv_bfloat162>([&](auto format) { measure_format<decltype(format)>(bench); });
#elif MX_GROUP == 2
  measure_format<cmp32x2>(bench);
#elif MX_GROUP == 3
  measure_format<fp32x2>(bench);
#elif MX_GROUP == 4
  measure_format<cmp64x2>(bench);
#elif MX_GROUP == 5
  measure_format<fp64x2>(bench);
#elif MX_GROUP == 6
  measure_format<fp64x4>(bench);
#else
  for_every_length([&](auto format) { measure_format<decltype(format)>(bench); });
#endif
  tell_clock();
  return 0;
}
