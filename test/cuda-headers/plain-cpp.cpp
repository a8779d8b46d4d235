// A host-only C++ file that shares headers with the .cu files of its program.
#include <thread>
#include <mutex>
#include <atomic>
#include <condition_variable>
#include <future>
#include <chrono>
#include <random>
#include <fstream>
#include <sstream>
#include <iomanip>
#include <iostream>
#include <algorithm>
#include <numeric>
#include <complex>
#include <csignal>
#include <csetjmp>
#include <cfenv>
#include <unordered_map>
#include <functional>
#include <memory>
#include <array>
#include <optional>
#include <variant>
#include <string_view>
#include <valarray>
#include <cinttypes>
#include <sys/time.h>
#include <sys/resource.h>
#include <unistd.h>
#include <pthread.h>
#include <sched.h>
#include <omp.h>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <vector_types.h>
template <class T> struct X; template <> struct X<long> {}; template <> struct X<long long> {};
static_assert(std::is_same<int64_t, long>::value && std::is_same<time_t, long>::value && std::is_same<size_t, unsigned long>::value, "");
static_assert(sizeof(long double) == 16, "");
int main() {
  std::thread t([] {}); t.join(); std::mutex m; std::lock_guard<std::mutex> l(m); auto t0 = std::chrono::high_resolution_clock::now(); std::mt19937 g(1); std::normal_distribution<double> n(0, 1); double x = n(g);
  std::signal(SIGINT, [](int) {}); try { throw std::runtime_error("a"); } catch (const std::exception &e) { std::cerr << e.what(); } std::fesetround(FE_UPWARD);
  double *d; cudaMalloc(&d, 8); cudaMalloc((void **)&d, 8); cudaMemcpy(d, &x, 8, cudaMemcpyHostToDevice); dim3 grid(2, 3); float4 f = make_float4(1, 2, 3, 4); std::complex<double> z(1, 2); z *= 2.0; half h = __float2half(1.0f); (void)h;
  std::cout << std::setprecision(10) << std::chrono::duration<double>(std::chrono::high_resolution_clock::now() - t0).count() << f.x << grid.x << std::abs(z) << std::endl; cudaEvent_t e; cudaEventCreate(&e); cudaFree(d); return omp_get_max_threads();
}
