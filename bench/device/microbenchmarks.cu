// What a GPU does per cycle and multiprocessor, measured, as a device profile on stdout (see docs/adding/a-device.md):
//   nvcc -O2 -std=c++17 -arch=sm_90 bench/device/microbenchmarks.cu -o microbenchmarks && ./microbenchmarks > profile.json
// Seconds, not minutes; nothing else should run on the GPU meanwhile.
#include <functional>
#include <map>
#include <string>

#include "arithmetic.cuh"
#include "memory.cuh"

using Table = std::map<std::string, Measured>;

template <class T> Table arithmetic(ArithmeticBench& bench, T near_one, T small, T exponent) {
  const auto of = [&](auto op) { return bench.operation<T, decltype(op)>(near_one, small, exponent); };
  Table found;
  found["add"] = of(Add{});
  found["mul"] = of(Mul{});
  found["fma"] = of(Fma{});
  if constexpr (!std::is_same_v<T, __half2>) {
    found["div"] = of(Div{});
    found["sqrt"] = of(Sqrt{});
    found["rsqrt"] = of(Rsqrt{});
    found["exp"] = of(Exp{});
    found["log"] = of(Log{});
    found["sin"] = of(Sin{});
    found["cos"] = of(Cos{});
    found["pow"] = of(Pow{});
    // the addition in the chain of log is not log's
    Measured& log = found["log"];
    log.throughput = 1 / (1 / log.throughput - Log::additions / found["add"].throughput);
    log.latency -= Log::additions * found["add"].latency;
  } else {
    for (auto& [_, measured] : found) measured.throughput *= 2; // two results an instruction
  }
  return found;
}

Table conversions(ArithmeticBench& bench) {
  return {
      {"fp64-fp32", bench.conversion<Fp64ToFp32>()},       {"fp32-fp64", bench.conversion<Fp32ToFp64>()},
      {"fp32-fp16", bench.conversion<Fp32ToFp16>()},       {"fp16-fp32", bench.conversion<Fp16ToFp32>()},
      {"fp32-bf16", bench.conversion<Fp32ToBf16>()},
      {"fp64-fp16", bench.conversion<Fp64ToFp16>()},       {"fp16-fp64", bench.conversion<Fp16ToFp64>()},
      {"fp64-bf16", bench.conversion<Fp64ToBf16>()},       {"bf16-fp64", bench.conversion<Bf16ToFp64>()},
      {"fp16-bf16", bench.conversion<Fp16ToBf16>()},       {"bf16-fp16", bench.conversion<Bf16ToFp16>()},
      {"integer-fp64", bench.conversion<IntegerToFp64>()}, {"fp64-integer", bench.conversion<Fp64ToInteger>()},
      {"integer-fp32", bench.conversion<IntegerToFp32>()}, {"fp32-integer", bench.conversion<Fp32ToInteger>()},
      {"integer-fp16", bench.conversion<IntegerToFp16>()}, {"fp16-integer", bench.conversion<Fp16ToInteger>()},
  };
}

void print(const Table& table, double Measured::*what) {
  const char* separator = "";
  std::printf("{");
  for (const auto& [name, measured] : table) {
    std::printf("%s\"%s\": %.4g", separator, name.c_str(), measured.*what);
    separator = ", ";
  }
  std::printf("}");
}

void print(const char* title, const std::map<std::string, Table>& formats, double Measured::*what) {
  const char* separator = "";
  std::printf("  \"%s\": {", title);
  for (const auto& [format, table] : formats) {
    std::printf("%s\n    \"%s\": ", separator, format.c_str());
    print(table, what);
    separator = ",";
  }
  std::printf("\n  },\n");
}

int main() {
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  int clockKHz = 0;
  check(cudaDeviceGetAttribute(&clockKHz, cudaDevAttrClockRate, 0));
  const int multiprocessors = device.multiProcessorCount;

  ArithmeticBench bench(multiprocessors);
  std::map<std::string, Table> formats;
  formats["fp64"] = arithmetic<double>(bench, 1.0000001, 1e-7, -0.999);
  formats["fp32"] = arithmetic<float>(bench, 1.00001f, 1e-5f, -0.999f);
  formats["fp16"] = arithmetic<__half>(bench, __float2half(1.01f), __float2half(1e-3f), __float2half(-0.99f));
  formats["bf16"] = arithmetic<__nv_bfloat16>(bench, __float2bfloat16(1.01f), __float2bfloat16(1e-2f), __float2bfloat16(-0.99f));
  formats["half2"] = arithmetic<__half2>(bench, __float2half2_rn(1.01f), __float2half2_rn(1e-3f), __float2half2_rn(-0.99f));
  std::map<std::string, Table> others;
  others["conversions"] = conversions(bench);

  std::printf("{\n  \"name\": \"%s\",\n  \"architecture\": \"sm_%d%d\",\n", device.name, device.major, device.minor);
  std::printf("  \"source\": \"measured by bench/device/microbenchmarks.cu\",\n");
  std::printf("  \"multiprocessors\": %d,\n  \"clockMHz\": %.0f,\n", multiprocessors, clockKHz / 1000.0);
  std::printf("  \"issuePerClock\": 128,\n  \"specialPerClock\": 16,\n");
  std::printf("  \"registersPerMultiprocessor\": %d,\n", device.regsPerMultiprocessor);
  std::printf("  \"sharedBytesPerMultiprocessor\": %zu,\n", device.sharedMemPerMultiprocessor);
  std::printf("  \"l2Bytes\": %d,\n", device.l2CacheSize);
  print("throughput", formats, &Measured::throughput);
  print("latency", formats, &Measured::latency);
  std::printf("  \"conversions\": ");
  print(others["conversions"], &Measured::throughput);
  std::printf(",\n  \"conversionLatency\": ");
  print(others["conversions"], &Measured::latency);
  std::printf(",\n  \"cyclesPerFp64Fma\": {\"alone\": %.5g, \"besideFp32\": %.5g, \"besideConversion\": %.5g, \"besideBoth\": %.5g},\n",
              bench.beside(false, false), bench.beside(true, false), bench.beside(false, true), bench.beside(true, true));

  MemoryBench memory(multiprocessors, device.l2CacheSize);
  const double dram[] = {memory.dram<__half>(), memory.dram<float>(), memory.dram<double>(), memory.dram<double2>()};
  std::printf("  \"memory\": {\n    \"dramGBs\": %.5g,\n", *std::max_element(dram, dram + 4));
  std::printf("    \"dramGBsByElementBytes\": {\"2\": %.5g, \"4\": %.5g, \"8\": %.5g, \"16\": %.5g},\n", dram[0], dram[1], dram[2], dram[3]);
  std::printf("    \"l2GBs\": %.5g,\n    \"l1GBs\": %.5g,\n", memory.l2(), memory.l1());
  std::printf("    \"sharedGBs\": %.5g,\n    \"sharedGBsByElementBytes\": {\"4\": %.5g, \"8\": %.5g},\n", memory.shared<double>(),
              memory.shared<float>(), memory.shared<double>());
  std::printf("    \"atomicsPerNs\": {\"fp32\": %.4g, \"fp64\": %.4g},\n", memory.atomics<float>(), memory.atomics<double>());
  std::printf("    \"hostToDeviceGBs\": %.4g,\n    \"deviceToHostGBs\": %.4g,\n", memory.toDevice(false), memory.toHost(false));
  std::printf("    \"pinnedHostToDeviceGBs\": %.4g,\n    \"pinnedDeviceToHostGBs\": %.4g,\n", memory.toDevice(true), memory.toHost(true));
  std::printf("    \"launchUs\": %.3g\n  }\n}\n", memory.launchUs());
  return 0;
}
