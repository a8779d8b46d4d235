// Linked into programs that run on a GPU, with `--wrap` for every function below: CUDA events around each launch and each copy, on
// its own stream, added up by kernel and written to the file MANTISSA_TIMES when the program ends. The program's text is not touched.
// It also remembers the first launch that failed, since many programs never ask.
//
// A line per fact, parts separated by tabs; the last line is `end`:
//   kernel <launches> <ms> <name>      copies <count> <ms>      failed <error> <where>      last <error>      unmeasured <count>
//   span <ms>: from the start of the first kernel to the end of the last one, with the copies before and after
//   energy <millijoules> <ms>: of the GPU, from the first copy or launch to the end, where MANTISSA_ENERGY asks; else uncounted <why>
//   device <multiprocessors>      suggested <threads of a block> <blocks> <name>: with which the device would have most threads at work
#include <cuda_runtime.h>
#include <cxxabi.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "energy-counter.h"

// An instrumented program's tables must be on the device before its kernels are (runtime/instrument).
extern "C" __attribute__((weak)) void mx_prepare_device(void);

namespace {

constexpr size_t most_pending = 4096;

struct interval {
  cudaEvent_t start, stop;
  std::string name;  // empty: a copy
  int device;
  bool early = false;  // before the first kernel
};

struct total {
  unsigned long long count = 0;
  double ms = 0;
};

struct recorder {
  std::mutex lock;
  std::map<const void *, std::string> names;
  std::map<std::string, const void *> functions;  // of kernels, as the program registers them
  std::map<int, std::vector<cudaEvent_t>> idle;
  std::deque<interval> pending;
  std::map<std::string, total> kernels;
  total copies;
  cudaEvent_t origin = nullptr;  // the start of the first kernel
  int origin_device = 0;
  double ended_ms = 0, early_ms = 0, span_ms = 0, late_ms = 0;  // copies before, kernels, copies after; before a reset of the device: all of it
  std::string failed, failed_where;
  unsigned long long unmeasured = 0;
  pid_t process = 0;  // 0 until the GPU is used
  energy_counter energy;

  bool take(int device, cudaEvent_t &event) {
    auto &free = idle[device];
    if (free.empty()) return cudaEventCreate(&event) == cudaSuccess;
    event = free.back();
    free.pop_back();
    return true;
  }

  // The events of this device are gone.
  void end_span() {
    ended_ms += early_ms + span_ms + late_ms;
    early_ms = span_ms = late_ms = 0;
    origin = nullptr;
  }

  void settle(size_t left) {
    for (; pending.size() > left; pending.pop_front()) {
      interval &one = pending.front();
      float ms = 0;
      if (cudaEventSynchronize(one.stop) != cudaSuccess || cudaEventElapsedTime(&ms, one.start, one.stop) != cudaSuccess) {
        unmeasured++;
        continue;
      }
      total &sum = one.name.empty() ? copies : kernels[one.name];
      sum.count++;
      sum.ms += ms;
      float since = 0;
      if (one.name.empty()) (one.early ? early_ms : late_ms) += ms;
      else if (origin && one.device == origin_device && cudaEventElapsedTime(&since, origin, one.stop) == cudaSuccess && since > span_ms) {
        span_ms = since;
        late_ms = 0;
      }
      idle[one.device].push_back(one.start);
      idle[one.device].push_back(one.stop);
    }
  }
};

// never destroyed: launches may come from the destructors of other units
recorder &records() {
  static recorder *the_one = new recorder;
  return *the_one;
}

std::string readable(const char *symbol) {
  int status = 0;
  char *text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = status == 0 && text ? text : symbol;
  free(text);
  // `void scale<float>(float*, int)`: the parameters open with the last bracket at depth 0, the result ends at a space before it
  int depth = 0;
  size_t end = name.size();
  for (size_t k = name.size(); k-- > 0;) {
    if (name[k] == ')' || name[k] == '>') depth++;
    if (name[k] == '(' || name[k] == '<') depth--;
    if (name[k] == '(' && depth == 0) {
      end = k;
      break;
    }
  }
  size_t begin = 0;
  depth = 0;
  for (size_t k = 0; k < end; k++) {
    if (name[k] == '<' || name[k] == '(') depth++;
    if (name[k] == '>' || name[k] == ')') depth--;
    if (name[k] == ' ' && depth == 0) begin = k + 1;
  }
  return name.substr(begin, end - begin);
}

void fail(cudaError_t status, const std::string &where) {
  recorder &all = records();
  std::lock_guard<std::mutex> guard(all.lock);
  if (!all.failed.empty()) return;
  all.failed = cudaGetErrorString(status);
  all.failed_where = where;
}

// The largest block with which most threads are at work at once, as the runtime's own calculator counts them; largest first, so that
// of equal ones the largest is taken.
void write_suggestions(FILE *out, recorder &all) {
  int device = 0, multiprocessors = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return;
  if (cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device) != cudaSuccess) return;
  fprintf(out, "device\t%d\n", multiprocessors);
  for (const auto &[name, sum] : all.kernels) {
    const auto found = all.functions.find(name);
    cudaFuncAttributes attributes;
    if (found == all.functions.end() || cudaFuncGetAttributes(&attributes, found->second) != cudaSuccess) continue;
    int best = 0, blocks = 0;
    for (int threads = attributes.maxThreadsPerBlock / 32 * 32; threads >= 32; threads -= 32) {
      int resident = 0;
      if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, found->second, threads, 0) != cudaSuccess) break;
      if (resident * threads <= best * blocks) continue;
      best = threads;
      blocks = resident;
    }
    if (best > 0) fprintf(out, "suggested\t%d\t%d\t%s\n", best, blocks * multiprocessors, name.c_str());
  }
}

void write_energy(FILE *out, recorder &all) {
  unsigned long long millijoules = 0;
  double ms = 0;
  if (!getenv("MANTISSA_ENERGY")) return;
  if (all.energy.end(millijoules, ms)) fprintf(out, "energy\t%llu\t%.9g\n", millijoules, ms);
  else fprintf(out, "uncounted\t%s\n", all.energy.missing.c_str());
}

std::string bus_of_device() {
  int device = 0;
  char bus[32] = "";
  if (cudaGetDevice(&device) != cudaSuccess || cudaDeviceGetPCIBusId(bus, sizeof bus, device) != cudaSuccess) return "";
  return bus;
}

void write_times() {
  recorder &all = records();
  const char *file = getenv("MANTISSA_TIMES");
  if (!file || (all.process != 0 && all.process != getpid())) return;
  cudaError_t last = cudaSuccess;
  if (all.process != 0) {
    const cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) fail(status, "a kernel");
    last = cudaPeekAtLastError();
    all.settle(0);
  }
  FILE *out = fopen(file, "w");
  if (!out) return;
  write_energy(out, all);
  for (const auto &[name, sum] : all.kernels) fprintf(out, "kernel\t%llu\t%.9g\t%s\n", sum.count, sum.ms, name.c_str());
  fprintf(out, "copies\t%llu\t%.9g\n", all.copies.count, all.copies.ms);
  all.end_span();
  if (!all.kernels.empty()) fprintf(out, "span\t%.9g\n", all.ended_ms);
  if (!all.failed.empty()) fprintf(out, "failed\t%s\t%s\n", all.failed.c_str(), all.failed_where.c_str());
  if (last != cudaSuccess) fprintf(out, "last\t%s\n", cudaGetErrorString(last));
  if (all.unmeasured) fprintf(out, "unmeasured\t%llu\n", all.unmeasured);
  if (all.process != 0 && all.failed.empty() && last == cudaSuccess) write_suggestions(out, all);
  fprintf(out, "end\n");
  fclose(out);
}

// Of one run; the names of kernels and idle events are good for the next.
void forget_times() {
  recorder &all = records();
  std::lock_guard<std::mutex> guard(all.lock);
  all.kernels.clear();
  all.copies = total();
  if (all.origin) cudaEventDestroy(all.origin);
  all.end_span();
  all.ended_ms = 0;
  all.failed.clear();
  all.failed_where.clear();
  all.unmeasured = 0;
  if (all.process != 0) cudaGetLastError();
}

void write_unused() {
  if (records().process == 0) write_times();
}

// CUDA's own exit handlers are registered as it begins, and so run after one registered then.
__attribute__((constructor)) void register_unused() { atexit(write_unused); }

void started() {
  recorder &all = records();
  std::lock_guard<std::mutex> guard(all.lock);
  if (all.process != 0) return;
  all.process = getpid();
  cudaFree(nullptr);  // the program's first call may be this one
  if (getenv("MANTISSA_ENERGY")) all.energy.begin(bus_of_device());
  atexit(write_times);
}

bool is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
}

template <class Call> cudaError_t timed(const std::string &name, cudaStream_t stream, Call call) {
  started();
  recorder &all = records();
  interval one{nullptr, nullptr, name, 0};
  bool measured = !is_capturing(stream) && cudaGetDevice(&one.device) == cudaSuccess;
  if (measured) {
    std::lock_guard<std::mutex> guard(all.lock);
    measured = all.take(one.device, one.start) && all.take(one.device, one.stop);
    if (measured && !name.empty() && !all.origin && cudaEventCreate(&all.origin) == cudaSuccess) {
      all.origin_device = one.device;
      cudaEventRecord(all.origin, stream);
    }
    one.early = !all.origin;
  }
  measured = measured && cudaEventRecord(one.start, stream) == cudaSuccess;
  const cudaError_t status = call();
  measured = measured && cudaEventRecord(one.stop, stream) == cudaSuccess;
  std::lock_guard<std::mutex> guard(all.lock);
  if (measured && status == cudaSuccess) all.pending.push_back(one);
  else all.unmeasured++;
  if (all.pending.size() > most_pending) all.settle(most_pending / 2);
  return status;
}

std::string name_of(const void *kernel) {
  recorder &all = records();
  std::lock_guard<std::mutex> guard(all.lock);
  const auto found = all.names.find(kernel);
  return found == all.names.end() ? "unnamed kernel" : found->second;
}

template <class Call> cudaError_t timed_launch(const void *kernel, cudaStream_t stream, Call call) {
  if (mx_prepare_device) mx_prepare_device();
  const std::string name = name_of(kernel);
  const cudaError_t status = timed(name, stream, call);
  if (status != cudaSuccess) fail(status, "the launch of " + name);
  return status;
}

}  // namespace

#define WRAPPED(result, name, parameters) \
  result __real_##name parameters;        \
  result __wrap_##name parameters

#define LAUNCH(name)                                                                                                            \
  WRAPPED(cudaError_t, name, (const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)) \
  { return timed_launch(kernel, stream, [&] { return __real_##name(kernel, grid, block, arguments, shared, stream); }); }

extern "C" {

// One of several runs in a process ends (runtime/instrument/mantissa_serve.c).
void mx_end_times(void) {
  write_times();
  forget_times();
}

WRAPPED(void, __cudaRegisterFunction,
        (void **module, const char *host, char *device, const char *name, int threads, uint3 *tid, uint3 *bid, dim3 *block, dim3 *grid, int *warp)) {
  {
    recorder &all = records();
    std::lock_guard<std::mutex> guard(all.lock);
    all.names[host] = readable(name);
    all.functions[all.names[host]] = host;
  }
  __real___cudaRegisterFunction(module, host, device, name, threads, tid, bid, block, grid, warp);
}

LAUNCH(cudaLaunchKernel)
LAUNCH(cudaLaunchKernel_ptsz)
LAUNCH(cudaLaunchCooperativeKernel)
#if CUDART_VERSION >= 13000
// since CUDA 13 a launch goes through a handle
WRAPPED(cudaError_t, __cudaGetKernel, (cudaKernel_t * handle, const void *kernel)) {
  const cudaError_t status = __real___cudaGetKernel(handle, kernel);
  if (status == cudaSuccess) {
    const std::string name = name_of(kernel);
    recorder &all = records();
    std::lock_guard<std::mutex> guard(all.lock);
    all.names[*handle] = name;
  }
  return status;
}
WRAPPED(cudaError_t, __cudaLaunchKernel, (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)) {
  return timed_launch(kernel, stream, [&] { return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream); });
}
WRAPPED(cudaError_t, __cudaLaunchKernel_ptsz, (cudaKernel_t kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)) {
  return timed_launch(kernel, stream, [&] { return __real___cudaLaunchKernel_ptsz(kernel, grid, block, arguments, shared, stream); });
}
#endif
WRAPPED(cudaError_t, cudaLaunchKernelExC, (const cudaLaunchConfig_t *how, const void *kernel, void **arguments)) {
  return timed_launch(kernel, how->stream, [&] { return __real_cudaLaunchKernelExC(how, kernel, arguments); });
}
WRAPPED(cudaError_t, cudaGraphLaunch, (cudaGraphExec_t graph, cudaStream_t stream)) {
  return timed("graph", stream, [&] { return __real_cudaGraphLaunch(graph, stream); });
}

WRAPPED(cudaError_t, cudaMemcpy, (void *to, const void *from, size_t size, cudaMemcpyKind kind)) {
  return timed("", nullptr, [&] { return __real_cudaMemcpy(to, from, size, kind); });
}
WRAPPED(cudaError_t, cudaMemcpyAsync, (void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream)) {
  return timed("", stream, [&] { return __real_cudaMemcpyAsync(to, from, size, kind, stream); });
}
WRAPPED(cudaError_t, cudaMemcpy2D,
        (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind kind)) {
  return timed("", nullptr, [&] { return __real_cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind); });
}
WRAPPED(cudaError_t, cudaMemcpyToSymbol, (const void *symbol, const void *from, size_t size, size_t offset, cudaMemcpyKind kind)) {
  return timed("", nullptr, [&] { return __real_cudaMemcpyToSymbol(symbol, from, size, offset, kind); });
}
WRAPPED(cudaError_t, cudaMemcpyFromSymbol, (void *to, const void *symbol, size_t size, size_t offset, cudaMemcpyKind kind)) {
  return timed("", nullptr, [&] { return __real_cudaMemcpyFromSymbol(to, symbol, size, offset, kind); });
}

// a reset destroys the events, and forgets what failed
WRAPPED(cudaError_t, cudaDeviceReset, (void)) {
  recorder &all = records();
  if (all.process != 0) {
    const cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) fail(status, "a kernel");
  }
  {
    std::lock_guard<std::mutex> guard(all.lock);
    int device = 0;
    cudaGetDevice(&device);
    all.settle(0);
    if (all.origin_device == device) all.end_span();
    for (cudaEvent_t event : all.idle[device]) cudaEventDestroy(event);
    all.idle[device].clear();
  }
  return __real_cudaDeviceReset();
}
}
