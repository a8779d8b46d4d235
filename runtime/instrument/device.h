/* The data of an instrumented unit on the GPU: its own copy of the table of formats and its own counters, so that no relocatable
 * device code is needed. The unit is only registered when the program is loaded; its table is uploaded before the first launch on
 * each device (mx_prepare_device), when CUDA is certain to know the unit. A kernel that meets an empty table traps. nvcc only. */
#ifndef MANTISSA_INSTRUMENT_DEVICE_H
#define MANTISSA_INSTRUMENT_DEVICE_H

#include <cuda_runtime.h>

/* Constant memory answers a whole warp at once, but has 64 KiB that the program's own constants need too. */
#if MX_LETTERS <= 16384
static __constant__ char mx_gpu_formats[MX_LETTERS + 1];
#else
static __device__ char mx_gpu_formats[MX_LETTERS + 1];
#endif

static __device__ MX_RARE void mx_gpu_trap() { __trap(); }

/* Selects one of several rows of a table. Any row is correct; warps that run at the same time should have different ones to avoid contention. */
static __device__ inline unsigned mx_gpu_row(unsigned rows)
{
  unsigned multiprocessor, warp;
  asm("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  return (multiprocessor * 64 + warp) % rows;
}

static __device__ inline unsigned mx_gpu_lane()
{
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

#if MX_MODE == 1
#define MX_PLACES (MX_OPERATIONS + MX_SITES)
/* No more than 8 MiB up to 8192 places. */
#define MX_COUNT_ROWS (MX_PLACES <= 1024 ? 1024 : MX_PLACES <= 8192 ? 128 : 16)
static __device__ unsigned long long mx_gpu_counts[(size_t) MX_COUNT_ROWS * (MX_PLACES + 1)];
#if defined(MX_COUNTED) && MX_CALLED
static __constant__ const unsigned long long mx_gpu_counted[] = {MX_COUNTED};
#endif
#if defined(MX_NARROW) && MX_CALLED
static __constant__ const unsigned long long mx_gpu_narrow[] = {MX_NARROW};
#endif

/* One asynchronous addition for all threads of the warp that are active here. */
static __device__ inline void mx_gpu_count(int place)
{
  const unsigned together = __activemask();
  if (mx_gpu_lane() == __ffs(together) - 1u)
    atomicAdd(&mx_gpu_counts[(size_t) mx_gpu_row(MX_COUNT_ROWS) * (MX_PLACES + 1) + place], (unsigned long long) __popc(together));
}
#endif

#if MX_RANGES
/* No more than 24 MiB up to 8192 sites. */
#define MX_SEEN_ROWS (MX_SITES <= 1024 ? 1024 : MX_SITES <= 8192 ? 128 : 16)
static __device__ struct mx_seen mx_gpu_seen[(size_t) MX_SEEN_ROWS * (MX_SITES + 1)];

static __device__ MX_RARE void mx_gpu_see_more(struct mx_seen *seen, unsigned long long size)
{
  const unsigned long long infinity = 0x7ffull << 52;
  if (size >= infinity) {
    const unsigned long long kind = size == infinity ? MX_SEEN_INFINITY : MX_SEEN_NAN;
    if (!(seen->unusual & kind)) atomicOr(&seen->unusual, kind);
    return;
  }
  if (size > seen->largest) atomicMax(&seen->largest, size);
  if (0 - size > seen->smallest) atomicMax(&seen->smallest, 0 - size);
}

/* As mx_see, in the row of the warp: a value within the observed range is only compared. */
static __device__ inline void mx_gpu_see(int site, double value)
{
  const unsigned long long size = (unsigned long long) __double_as_longlong(value) & ~(1ull << 63);
  struct mx_seen *const seen = &mx_gpu_seen[(size_t) mx_gpu_row(MX_SEEN_ROWS) * (MX_SITES + 1) + site];
  if (size > seen->largest || 0 - size > seen->smallest) mx_gpu_see_more(seen, size);
}
#endif

#if MX_MODE == 2
/* total_error by row, operation and lane, and how often an error could only be said to be 1; see device-shadow.h. In fp32, since each
 * place takes but a share of the additions: a sum is right to a thousandth or so. No more than 64 MiB up to 8192 operations. */
#define MX_LANES 32
#define MX_ROWS (MX_OPERATIONS <= 512 ? 1024 : MX_OPERATIONS <= 2048 ? 256 : 64)
static __device__ float mx_gpu_errors[(size_t) MX_ROWS * MX_OPERATIONS * MX_LANES + 1];
static __device__ unsigned long long mx_gpu_lost[MX_OPERATIONS + 1];

/* By frame, block and some lanes, so that the threads of a block seldom meet. No more than 64 MiB up to 32 frames. */
#define MX_BLOCK_LANES 8
static __device__ float mx_gpu_blocks[(size_t) (MX_FRAMES + 1) * MX_BLOCKS * MX_BLOCK_LANES];
static __device__ uint3 mx_gpu_grids[MX_FRAMES + 1];

/* A thread has left a frame, whose errors it has added up. Launches of one kernel with different grids seldom run at the same time. */
static __device__ inline void mx_gpu_leave_frame(int frame, float errors)
{
  if (errors == 0) return;
  const unsigned long long block = (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned place = block < MX_BLOCKS ? (unsigned) block : MX_BLOCKS - 1;
  atomicAdd(&mx_gpu_blocks[((size_t) frame * MX_BLOCKS + place) * MX_BLOCK_LANES + mx_gpu_lane() % MX_BLOCK_LANES], errors);
  uint3 *const grid = &mx_gpu_grids[frame];
  if (1ull * grid->x * grid->y * grid->z < 1ull * gridDim.x * gridDim.y * gridDim.z) *grid = make_uint3(gridDim.x, gridDim.y, gridDim.z);
}

/* An operation outside any frame. */
static __device__ MX_RARE void mx_gpu_difference(int operation, double exact, double shadow)
{
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (mx_is_lost(exact, shadow)) atomicAdd(&mx_gpu_lost[operation], 1ull);
  atomicAdd(&mx_gpu_errors[(thread % MX_ROWS * MX_OPERATIONS + operation) * MX_LANES], (float) mx_relative_difference(exact, shadow));
}
#endif

namespace {

int mx_gpu_device() {
  int device = 0;
  return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}

/* On a separate stream and in relaxed mode, because the program may be capturing a graph. */
const char *mx_gpu_upload(const char *formats) {
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  cudaStream_t stream = nullptr;
  cudaError_t status = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (status == cudaSuccess) {
    status = cudaMemcpyToSymbolAsync(mx_gpu_formats, formats, MX_LETTERS, 0, cudaMemcpyHostToDevice, stream);
    const cudaError_t finished = cudaStreamSynchronize(stream);
    if (status == cudaSuccess) status = finished;
    cudaStreamDestroy(stream);
  }
  cudaThreadExchangeStreamCaptureMode(&mode);
  return status == cudaSuccess ? nullptr : cudaGetErrorString(status);
}

#if MX_MODE == 2
cudaError_t mx_gpu_collect_blocks(mx_blocks *blocks) {
  const size_t cells = (size_t) MX_FRAMES * MX_BLOCKS * MX_BLOCK_LANES;
  if (cells == 0) return cudaSuccess;
  static uint3 grids[MX_FRAMES + 1], none[MX_FRAMES + 1];
  float *table = (float *) malloc(cells * sizeof *table);
  if (!table) return cudaErrorMemoryAllocation;
  cudaError_t status = cudaMemcpyFromSymbol(table, mx_gpu_blocks, cells * sizeof *table);
  if (status == cudaSuccess) status = cudaMemcpyFromSymbol(grids, mx_gpu_grids, sizeof grids);
  for (size_t k = 0; status == cudaSuccess && k < cells; k++)
    if (table[k] != 0) mx_add_to_block(&blocks[k / MX_BLOCK_LANES / MX_BLOCKS], k / MX_BLOCK_LANES % MX_BLOCKS, table[k]);
  for (int k = 0; status == cudaSuccess && k < MX_FRAMES; k++) mx_widen_grid(&blocks[k], grids[k].x, grids[k].y, grids[k].z);
  void *place = nullptr;
  if (status == cudaSuccess) status = cudaGetSymbolAddress(&place, mx_gpu_blocks);
  if (status == cudaSuccess) status = cudaMemset(place, 0, cells * sizeof *table);
  if (status == cudaSuccess) status = cudaMemcpyToSymbol(mx_gpu_grids, none, sizeof none);
  free(table);
  return status;
}
#endif

/* Adds the device's counters to the host's, and starts them again. */
const char *mx_gpu_collect(int device, unsigned long long *counts, double *differences, unsigned long long *lost, mx_seen *seen,
                           mx_blocks *blocks) {
  cudaError_t status = cudaSuccess;
#if MX_MODE == 1 || MX_MODE == 2
  int before = 0;
  cudaGetDevice(&before);
  cudaSetDevice(device);
#if MX_MODE == 1
  const size_t cells = (size_t) MX_COUNT_ROWS * (MX_PLACES + 1);
  unsigned long long *table = (unsigned long long *) malloc(cells * sizeof *table);
  if (!table) return "no memory for the table of counts";
  status = cudaMemcpyFromSymbol(table, mx_gpu_counts, cells * sizeof *table);
  for (size_t k = 0; status == cudaSuccess && k < cells; k++) counts[k % (MX_PLACES + 1)] += table[k];
  void *place = nullptr;
  if (status == cudaSuccess) status = cudaGetSymbolAddress(&place, mx_gpu_counts);
  if (status == cudaSuccess) status = cudaMemset(place, 0, cells * sizeof *table);
  free(table);
#if MX_RANGES
  const size_t ranges = (size_t) MX_SEEN_ROWS * (MX_SITES + 1);
  mx_seen *there = (mx_seen *) malloc(ranges * sizeof *there);
  if (!there) return "no memory for what was seen";
  if (status == cudaSuccess) status = cudaMemcpyFromSymbol(there, mx_gpu_seen, ranges * sizeof *there);
  for (size_t k = 0; status == cudaSuccess && k < ranges; k++) {
    mx_seen &here = seen[k % (MX_SITES + 1)];
    if (there[k].largest > here.largest) here.largest = there[k].largest;
    if (there[k].smallest > here.smallest) here.smallest = there[k].smallest;
    here.unusual |= there[k].unusual;
  }
  if (status == cudaSuccess) status = cudaGetSymbolAddress(&place, mx_gpu_seen);
  if (status == cudaSuccess) status = cudaMemset(place, 0, ranges * sizeof *there);
  free(there);
#endif
#else
  static unsigned long long some[MX_OPERATIONS + 1], none[MX_OPERATIONS + 1];
  const size_t cells = (size_t) MX_ROWS * MX_OPERATIONS * MX_LANES;
  float *table = (float *) malloc(cells * sizeof *table);
  if (!table) return "no memory for the table of errors";
  status = cudaMemcpyFromSymbol(table, mx_gpu_errors, cells * sizeof *table);
  if (status == cudaSuccess) status = cudaMemcpyFromSymbol(some, mx_gpu_lost, sizeof some);
  for (size_t k = 0; status == cudaSuccess && k < cells; k++) differences[k / MX_LANES % MX_OPERATIONS] += table[k];
  for (int k = 0; status == cudaSuccess && k < MX_OPERATIONS; k++) lost[k] += some[k];
  void *place = nullptr;
  if (status == cudaSuccess) status = cudaGetSymbolAddress(&place, mx_gpu_errors);
  if (status == cudaSuccess) status = cudaMemset(place, 0, cells * sizeof *table);
  if (status == cudaSuccess) status = cudaMemcpyToSymbol(mx_gpu_lost, none, sizeof none);
  free(table);
  if (status == cudaSuccess) status = mx_gpu_collect_blocks(blocks);
#endif
  cudaSetDevice(before);
#endif
  (void) device, (void) counts, (void) differences, (void) lost, (void) seen, (void) blocks;
  return status == cudaSuccess ? nullptr : cudaGetErrorString(status);
}

struct mx_gpu_registration {
  mx_gpu_unit unit;
  mx_gpu_registration() : unit{mx_gpu_device, mx_gpu_upload, mx_gpu_collect, nullptr} { mx_gpu_register(&unit); }
} mx_gpu_registered;

/* Making a context takes longer than many a run: where one process has many runs the next one inherits it, with what was not freed, as
 * long as half of the memory is free. */
inline bool mx_context_may_stay() {
  size_t left = 0, all = 0;
  return mx_is_serving && cudaMemGetInfo(&left, &all) == cudaSuccess && left > all / 2;
}

inline cudaError_t mx_device_reset() {
  if (mx_context_may_stay()) return cudaDeviceSynchronize();
  mx_leave_device();
  return cudaDeviceReset();
}

} /* namespace */

#define cudaDeviceReset mx_device_reset

#endif
