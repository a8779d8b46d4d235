// Device memory is the machine's own, zeroed on allocation so that a run can be repeated. Allocations are remembered, so that a
// free of something else, or a copy past the end of one, is the error it is in CUDA.
#pragma once
#include "errors.h"
#include "failure.h"
#include "../../cuda/driver_functions.h"
#include "../../cuda/vector_functions.h"

namespace mx_runtime::port {

struct allocation {
  std::uintptr_t start;
  std::size_t size;
  cudaMemoryType type;
  unsigned flags;
};

/** Sorted by address. */
class allocation_table {
 public:
  void add(void *start, std::size_t size, cudaMemoryType type, unsigned flags = 0) {
    const std::uintptr_t at = std::uintptr_t(start);
    list_.insert(list_.begin() + std::ptrdiff_t(after(at)), {at, size, type, flags});
    in_use_ += size;
  }
  bool remove(const void *start) {
    const std::size_t k = after(std::uintptr_t(start));
    if (k == 0 || list_[k - 1].start != std::uintptr_t(start)) return false;
    in_use_ -= list_[k - 1].size;
    list_.erase(list_.begin() + std::ptrdiff_t(k - 1));
    return true;
  }
  const allocation *holding(const void *pointer) const {
    const std::size_t k = after(std::uintptr_t(pointer));
    if (k == 0 || std::uintptr_t(pointer) - list_[k - 1].start >= list_[k - 1].size) return nullptr;
    return &list_[k - 1];
  }
  /** False where a known allocation ends before the range does. */
  bool has_room(const void *pointer, std::size_t size) const {
    const allocation *own = holding(pointer);
    return !own || size <= own->size - (std::uintptr_t(pointer) - own->start);
  }
  std::size_t in_use() const { return in_use_; }

 private:
  std::size_t after(std::uintptr_t at) const {
    std::size_t low = 0, high = list_.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (list_[middle].start <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  std::vector<allocation> list_;
  std::size_t in_use_ = 0;
};
inline allocation_table allocations;

inline constexpr std::size_t device_memory = sizeof(void *) == 4 ? std::size_t(2047) << 20 : std::size_t(16ull << 30);

template <class T> cudaError_t allocate(T **pointer, std::size_t size, cudaMemoryType type, unsigned flags = 0) {
  if (!pointer) return report(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (size == 0) return cudaSuccess;
  if (size > device_memory - allocations.in_use()) return report(cudaErrorMemoryAllocation);
  void *memory = std::aligned_alloc(256, (size + 255) / 256 * 256);
  if (!memory) return report(cudaErrorMemoryAllocation);
  std::memset(memory, 0, size);
  allocations.add(memory, size, type, flags);
  *pointer = static_cast<T *>(memory);
  return cudaSuccess;
}
inline cudaError_t release(void *pointer) {
  if (!pointer) return cudaSuccess;
  if (!allocations.remove(pointer)) return report(cudaErrorInvalidValue);
  std::free(pointer);
  return cudaSuccess;
}

inline cudaError_t copy(void *to, const void *from, std::size_t size, int kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return report(cudaErrorInvalidMemcpyDirection);
  if (size == 0) return cudaSuccess;
  if (!to || !from || !allocations.has_room(to, size) || !allocations.has_room(from, size)) return report(cudaErrorInvalidValue);
  std::memmove(to, from, size);
  return cudaSuccess;
}
inline cudaError_t copy_rows(void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch, std::size_t width,
                             std::size_t height, int kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return report(cudaErrorInvalidMemcpyDirection);
  if (width > to_pitch || width > from_pitch) return report(cudaErrorInvalidPitchValue);
  if (width == 0 || height == 0) return cudaSuccess;
  if (!to || !from || !allocations.has_room(to, (height - 1) * to_pitch + width) ||
      !allocations.has_room(from, (height - 1) * from_pitch + width))
    return report(cudaErrorInvalidValue);
  for (std::size_t y = 0; y < height; y++)
    std::memmove(static_cast<char *>(to) + y * to_pitch, static_cast<const char *>(from) + y * from_pitch, width);
  return cudaSuccess;
}
inline cudaError_t fill(void *to, int value, std::size_t size) {
  if (size == 0) return cudaSuccess;
  if (!to || !allocations.has_room(to, size)) return report(cudaErrorInvalidValue);
  std::memset(to, value, size);
  return cudaSuccess;
}
inline cudaError_t fill_rows(void *to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (!to || width > pitch || !allocations.has_room(to, (height - 1) * pitch + width)) return report(cudaErrorInvalidValue);
  for (std::size_t y = 0; y < height; y++) std::memset(static_cast<char *>(to) + y * pitch, value, width);
  return cudaSuccess;
}

}  // namespace mx_runtime::port

/** A CUDA array: rows of texels, packed. */
struct cudaArray {
  cudaChannelFormatDesc format;
  std::size_t width, height, depth;  // height and depth are 0 where CUDA's are
  unsigned flags;
  std::vector<unsigned char> bytes;
  std::size_t texel_size() const { return std::size_t(format.x + format.y + format.z + format.w) / 8; }
  std::size_t pitch() const { return width * texel_size(); }
  std::size_t rows() const { return height ? height : 1; }
  unsigned char *at(std::size_t x_bytes, std::size_t y, std::size_t z = 0) { return bytes.data() + (z * rows() + y) * pitch() + x_bytes; }
  const unsigned char *at(std::size_t x_bytes, std::size_t y, std::size_t z = 0) const { return const_cast<cudaArray *>(this)->at(x_bytes, y, z); }
};

// ---- allocation

template <class T> cudaError_t cudaMalloc(T **device, std::size_t size) { return mx_runtime::port::allocate(device, size, cudaMemoryTypeDevice); }
template <class T> cudaError_t cudaMallocManaged(T **device, std::size_t size, unsigned = cudaMemAttachGlobal) { return mx_runtime::port::allocate(device, size, cudaMemoryTypeManaged); }
template <class T> cudaError_t cudaMallocHost(T **host, std::size_t size, unsigned flags = 0) { return mx_runtime::port::allocate(host, size, cudaMemoryTypeHost, flags); }
template <class T> cudaError_t cudaHostAlloc(T **host, std::size_t size, unsigned flags) { return mx_runtime::port::allocate(host, size, cudaMemoryTypeHost, flags); }
template <class T> cudaError_t cudaMallocAsync(T **device, std::size_t size, cudaStream_t) { return cudaMalloc(device, size); }
template <class T> cudaError_t cudaMallocAsync(T **device, std::size_t size, cudaMemPool_t, cudaStream_t) { return cudaMalloc(device, size); }
template <class T> cudaError_t cudaMallocFromPoolAsync(T **device, std::size_t size, cudaMemPool_t, cudaStream_t) { return cudaMalloc(device, size); }
template <class T> cudaError_t cudaMallocPitch(T **device, std::size_t *pitch, std::size_t width, std::size_t height) {
  if (!pitch) return mx_runtime::port::report(cudaErrorInvalidValue);
  *pitch = (width + 511) / 512 * 512;
  return mx_runtime::port::allocate(device, *pitch * height, cudaMemoryTypeDevice);
}
inline cudaError_t cudaMalloc3D(cudaPitchedPtr *pitched, cudaExtent extent) {
  if (!pitched) return mx_runtime::port::report(cudaErrorInvalidValue);
  pitched->xsize = extent.width;
  pitched->ysize = extent.height;
  return cudaMallocPitch(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth);
}
inline cudaError_t cudaFree(void *device) { return mx_runtime::port::release(device); }
inline cudaError_t cudaFreeHost(void *host) { return mx_runtime::port::release(host); }
inline cudaError_t cudaFreeAsync(void *device, cudaStream_t) { return mx_runtime::port::release(device); }
inline cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent, unsigned flags = 0) {
  if (!array || !format || extent.width == 0) return mx_runtime::port::report(cudaErrorInvalidValue);
  cudaArray *made = new cudaArray{*format, extent.width, extent.height, extent.depth, flags, {}};
  made->bytes.resize(made->pitch() * made->rows() * (extent.depth ? extent.depth : 1));
  *array = made;
  return cudaSuccess;
}
inline cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, std::size_t width, std::size_t height = 0, unsigned flags = 0) {
  return cudaMalloc3DArray(array, format, {width, height, 0}, flags);
}
inline cudaError_t cudaFreeArray(cudaArray_t array) {
  delete array;
  return cudaSuccess;
}
inline cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array) {
  if (!array) return mx_runtime::port::report(cudaErrorInvalidResourceHandle);
  if (format) *format = array->format;
  if (extent) *extent = {array->width, array->height, array->depth};
  if (flags) *flags = array->flags;
  return cudaSuccess;
}
inline cudaError_t cudaHostRegister(void *host, std::size_t size, unsigned flags) {
  if (!host || size == 0) return mx_runtime::port::report(cudaErrorInvalidValue);
  if (mx_runtime::port::allocations.holding(host)) return mx_runtime::port::report(cudaErrorHostMemoryAlreadyRegistered);
  mx_runtime::port::allocations.add(host, size, cudaMemoryTypeHost, flags);
  return cudaSuccess;
}
inline cudaError_t cudaHostUnregister(void *host) {
  return mx_runtime::port::allocations.remove(host) ? cudaSuccess : mx_runtime::port::report(cudaErrorHostMemoryNotRegistered);
}
template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned) {
  if (!device || !mx_runtime::port::allocations.holding(host)) return mx_runtime::port::report(cudaErrorInvalidValue);
  *device = static_cast<T *>(host);
  return cudaSuccess;
}
inline cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
  const mx_runtime::port::allocation *own = mx_runtime::port::allocations.holding(host);
  if (!own || own->type != cudaMemoryTypeHost) return mx_runtime::port::report(cudaErrorInvalidValue);
  *flags = own->flags | cudaHostAllocMapped;
  return cudaSuccess;
}
inline cudaError_t cudaMemGetInfo(std::size_t *free, std::size_t *total) {
  if (free) *free = mx_runtime::port::device_memory - mx_runtime::port::allocations.in_use();
  if (total) *total = mx_runtime::port::device_memory;
  return cudaSuccess;
}
#if __SIZE_MAX__ < __LONG_LONG_MAX__
// where the program's own size_t has 64 bits and this target's has 32 (runtime/mantissa/mantissa_wide_on.h)
template <class T> cudaError_t cudaMallocPitch(T **device, unsigned long long *pitch, std::size_t width, std::size_t height) {
  std::size_t own = 0;
  const cudaError_t status = cudaMallocPitch(device, pitch ? &own : static_cast<std::size_t *>(nullptr), width, height);
  if (pitch) *pitch = own;
  return status;
}
inline cudaError_t cudaMemGetInfo(unsigned long long *free, unsigned long long *total) {
  std::size_t own_free = 0, own_total = 0;
  const cudaError_t status = cudaMemGetInfo(&own_free, &own_total);
  if (free) *free = own_free;
  if (total) *total = own_total;
  return status;
}
#endif
inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  if (!attributes) return mx_runtime::port::report(cudaErrorInvalidValue);
  const mx_runtime::port::allocation *own = mx_runtime::port::allocations.holding(pointer);
  *attributes = {};
  attributes->device = own ? 0 : cudaInvalidDeviceId;
  attributes->type = attributes->memoryType = own ? own->type : cudaMemoryTypeUnregistered;
  attributes->isManaged = own && own->type == cudaMemoryTypeManaged;
  attributes->devicePointer = own ? const_cast<void *>(pointer) : nullptr;
  attributes->hostPointer = own && own->type != cudaMemoryTypeDevice ? const_cast<void *>(pointer) : nullptr;
  return cudaSuccess;
}

// ---- copies. The asynchronous ones happen at once: everything is in order.

inline cudaError_t cudaMemcpy(void *to, const void *from, std::size_t size, cudaMemcpyKind kind) { return mx_runtime::port::copy(to, from, size, kind); }
inline cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t size, cudaMemcpyKind kind, cudaStream_t = nullptr) { return mx_runtime::port::copy(to, from, size, kind); }
inline cudaError_t cudaMemcpyPeer(void *to, int, const void *from, int, std::size_t size) { return mx_runtime::port::copy(to, from, size, cudaMemcpyDefault); }
inline cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, std::size_t size, cudaStream_t = nullptr) { return mx_runtime::port::copy(to, from, size, cudaMemcpyDefault); }
inline cudaError_t cudaMemcpy2D(void *to, std::size_t toPitch, const void *from, std::size_t fromPitch, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return mx_runtime::port::copy_rows(to, toPitch, from, fromPitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DAsync(void *to, std::size_t toPitch, const void *from, std::size_t fromPitch, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return mx_runtime::port::copy_rows(to, toPitch, from, fromPitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void *from, std::size_t fromPitch, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (!to || x + width > to->pitch() || y + height > to->rows()) return mx_runtime::port::report(cudaErrorInvalidValue);
  return mx_runtime::port::copy_rows(to->at(x, y), to->pitch(), from, fromPitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DFromArray(void *to, std::size_t toPitch, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  if (!from || x + width > from->pitch() || y + height > from->rows()) return mx_runtime::port::report(cudaErrorInvalidValue);
  return mx_runtime::port::copy_rows(to, toPitch, from->at(x, y), from->pitch(), width, height, kind);
}
inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void *from, std::size_t fromPitch, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return cudaMemcpy2DToArray(to, x, y, from, fromPitch, width, height, kind);
}
inline cudaError_t cudaMemcpy2DFromArrayAsync(void *to, std::size_t toPitch, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t = nullptr) {
  return cudaMemcpy2DFromArray(to, toPitch, from, x, y, width, height, kind);
}
/** A run of bytes that wraps from row to row. */
inline cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void *from, std::size_t size, cudaMemcpyKind kind) {
  if (!to || y * to->pitch() + x + size > to->bytes.size()) return mx_runtime::port::report(cudaErrorInvalidValue);
  return mx_runtime::port::copy(to->at(x, y), from, size, kind);
}
inline cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t size, cudaMemcpyKind kind) {
  if (!from || y * from->pitch() + x + size > from->bytes.size()) return mx_runtime::port::report(cudaErrorInvalidValue);
  return mx_runtime::port::copy(to, from->at(x, y), size, kind);
}
inline cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void *from, std::size_t size, cudaMemcpyKind kind, cudaStream_t = nullptr) { return cudaMemcpyToArray(to, x, y, from, size, kind); }
inline cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t size, cudaMemcpyKind kind, cudaStream_t = nullptr) { return cudaMemcpyFromArray(to, from, x, y, size, kind); }
inline cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t toX, std::size_t toY, cudaArray_const_t from, std::size_t fromX, std::size_t fromY, std::size_t width, std::size_t height, cudaMemcpyKind kind = cudaMemcpyDeviceToDevice) {
  if (!from) return mx_runtime::port::report(cudaErrorInvalidValue);
  return cudaMemcpy2DToArray(to, toX, toY, from->at(fromX, fromY), from->pitch(), width, height, kind);
}

/** Positions and extents count texels where an array takes part, bytes otherwise. */
inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *what) {
  if (!what) return mx_runtime::port::report(cudaErrorInvalidValue);
  const cudaArray *any = what->srcArray ? what->srcArray : what->dstArray;
  const std::size_t unit = any ? any->texel_size() : 1, width = what->extent.width * unit;
  for (std::size_t z = 0; z < what->extent.depth; z++) {
    const auto plane = [&](cudaArray_t array, cudaPitchedPtr flat, cudaPos at) -> std::pair<unsigned char *, std::size_t> {
      if (array) return {array->at(at.x * array->texel_size(), at.y, at.z + z), array->pitch()};
      // beside an array, an offset into plain memory still counts bytes
      return {static_cast<unsigned char *>(flat.ptr) + ((at.z + z) * flat.ysize + at.y) * flat.pitch + at.x, flat.pitch};
    };
    const auto [from, fromPitch] = plane(what->srcArray, what->srcPtr, what->srcPos);
    const auto [to, toPitch] = plane(what->dstArray, what->dstPtr, what->dstPos);
    const cudaError_t error = mx_runtime::port::copy_rows(to, toPitch, from, fromPitch, width, what->extent.height, what->kind);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *what, cudaStream_t = nullptr) { return cudaMemcpy3D(what); }

// A symbol is the variable itself. Its address CUDA has refused since 5.0.
template <class T> cudaError_t cudaMemcpyToSymbol(const T &&, const void *, std::size_t, std::size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) { return mx_runtime::port::report(cudaErrorInvalidSymbol); }
template <class T> cudaError_t cudaMemcpyFromSymbol(void *, const T &&, std::size_t, std::size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) { return mx_runtime::port::report(cudaErrorInvalidSymbol); }
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &&, const void *, std::size_t, std::size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = nullptr) { return mx_runtime::port::report(cudaErrorInvalidSymbol); }
template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *, const T &&, std::size_t, std::size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = nullptr) { return mx_runtime::port::report(cudaErrorInvalidSymbol); }
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, std::size_t size, std::size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  if (offset + size > sizeof(T)) return mx_runtime::port::report(cudaErrorInvalidValue);
  return mx_runtime::port::copy(const_cast<char *>(reinterpret_cast<const volatile char *>(&symbol) + offset), from, size, kind);
}
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, std::size_t size, std::size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  if (offset + size > sizeof(T)) return mx_runtime::port::report(cudaErrorInvalidValue);
  return mx_runtime::port::copy(to, const_cast<const char *>(reinterpret_cast<const volatile char *>(&symbol) + offset), size, kind);
}
template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, std::size_t size, std::size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t = nullptr) {
  return cudaMemcpyToSymbol(symbol, from, size, offset, kind);
}
template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, std::size_t size, std::size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t = nullptr) {
  return cudaMemcpyFromSymbol(to, symbol, size, offset, kind);
}
template <class P, class T> cudaError_t cudaGetSymbolAddress(P **device, const T &symbol) {
  *device = reinterpret_cast<P *>(const_cast<char *>(reinterpret_cast<const volatile char *>(&symbol)));
  return cudaSuccess;
}
template <class P, class T> cudaError_t cudaGetSymbolAddress(P **, const T &&) { return mx_runtime::port::report(cudaErrorInvalidSymbol); }
template <class T> cudaError_t cudaGetSymbolSize(std::size_t *, const T &&) { return mx_runtime::port::report(cudaErrorInvalidSymbol); }
template <class T> cudaError_t cudaGetSymbolSize(std::size_t *size, const T &) {
  *size = sizeof(T);
  return cudaSuccess;
}

// ---- setting

inline cudaError_t cudaMemset(void *device, int value, std::size_t size) { return mx_runtime::port::fill(device, value, size); }
inline cudaError_t cudaMemsetAsync(void *device, int value, std::size_t size, cudaStream_t = nullptr) { return mx_runtime::port::fill(device, value, size); }
inline cudaError_t cudaMemset2D(void *device, std::size_t pitch, int value, std::size_t width, std::size_t height) { return mx_runtime::port::fill_rows(device, pitch, value, width, height); }
inline cudaError_t cudaMemset2DAsync(void *device, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t = nullptr) { return mx_runtime::port::fill_rows(device, pitch, value, width, height); }
inline cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
  for (std::size_t z = 0; z < extent.depth; z++)
    if (const cudaError_t error = mx_runtime::port::fill_rows(static_cast<char *>(pitched.ptr) + z * pitched.pitch * pitched.ysize, pitched.pitch, value, extent.width, extent.height)) return error;
  return cudaSuccess;
}
inline cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t = nullptr) { return cudaMemset3D(pitched, value, extent); }

// ---- hints, and pools, of which there is one: the machine's memory

#define ACCEPTED(name) template <class... A> cudaError_t name(A &&...) { return cudaSuccess; }
ACCEPTED(cudaMemPrefetchAsync) ACCEPTED(cudaMemAdvise) ACCEPTED(cudaMemPrefetchAsync_v2) ACCEPTED(cudaMemAdvise_v2)
ACCEPTED(cudaDeviceSetMemPool) ACCEPTED(cudaMemPoolDestroy) ACCEPTED(cudaMemPoolTrimTo) ACCEPTED(cudaMemPoolSetAttribute) ACCEPTED(cudaMemPoolSetAccess)
ACCEPTED(cudaStreamAttachMemAsync)
#undef ACCEPTED
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int) { *pool = reinterpret_cast<cudaMemPool_t>(1); return cudaSuccess; }
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) { return cudaDeviceGetDefaultMemPool(pool, device); }
inline cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *) { return cudaDeviceGetDefaultMemPool(pool, 0); }
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *value) { *static_cast<std::uint64_t *>(value) = 0; return cudaSuccess; }
