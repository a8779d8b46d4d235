// Textures and surfaces as reads and writes of memory: texture objects, and the references that CUDA 12 removed.
//
// Point sampling takes the texel a coordinate lies in; linear filtering mixes the two, four or eight nearest with weights of 8
// fractional bits, as the programming guide defines both. Levels of detail, cube maps and layers are not there.
#pragma once
#include "memory.h"

namespace mx_runtime::port {

struct texture_state {
  cudaResourceDesc resource;
  cudaTextureDesc description;
  cudaResourceViewDesc view;
};

/** Where texels lie: an extent of 0 in a direction the resource does not have. */
struct texels {
  const unsigned char *bytes;
  cudaChannelFormatDesc format;
  std::size_t width, height, depth, pitch;
};
inline texels texels_of(const cudaResourceDesc &resource) {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray &array = *resource.res.array.array;
      return {array.bytes.data(), array.format, array.width, array.height, array.depth, array.pitch()};
    }
    case cudaResourceTypeLinear: {
      const auto &linear = resource.res.linear;
      const std::size_t size = std::size_t(linear.desc.x + linear.desc.y + linear.desc.z + linear.desc.w) / 8;
      return {static_cast<const unsigned char *>(linear.devPtr), linear.desc, size ? linear.sizeInBytes / size : 0, 0, 0, linear.sizeInBytes};
    }
    case cudaResourceTypePitch2D: {
      const auto &rows = resource.res.pitch2D;
      return {static_cast<const unsigned char *>(rows.devPtr), rows.desc, rows.width, rows.height, 0, rows.pitchInBytes};
    }
    case cudaResourceTypeMipmappedArray: break;
  }
  fail("a texture of a mipmapped array");
}

inline float half_bits_to_float(unsigned short bits) { return float(__half::from_bits(bits)); }

/** Component k of a texel, as a number: of a normalised texture between 0 and 1 or −1 and 1. */
inline double component(const unsigned char *texel, const cudaChannelFormatDesc &format, int k, bool normalised) {
  const int bits = format.x, bytes = bits / 8;
  const unsigned char *at = texel + k * bytes;
  unsigned word = 0;
  std::memcpy(&word, at, std::size_t(bytes));
  if (format.f == cudaChannelFormatKindFloat) return bits == 16 ? half_bits_to_float((unsigned short)word) : __builtin_bit_cast(float, word);
  if (format.f == cudaChannelFormatKindSigned) {
    const int value = int(word << (32 - bits)) >> (32 - bits);
    if (!normalised) return value;
    const double scaled = value / double((1ll << (bits - 1)) - 1);
    return scaled < -1 ? -1 : scaled;
  }
  return normalised ? word / double((1ll << bits) - 1) : double(word);
}

/** Index of the texel for an integer coordinate; −1 where the border's value is read. */
inline long address(long at, std::size_t extent, cudaTextureAddressMode mode, bool normalised_coordinates) {
  const long n = long(extent);
  if (at >= 0 && at < n) return at;
  if (mode == cudaAddressModeBorder) return -1;
  if (mode == cudaAddressModeWrap && normalised_coordinates) return ((at % n) + n) % n;
  if (mode == cudaAddressModeMirror && normalised_coordinates) {
    const long turn = ((at % (2 * n)) + 2 * n) % (2 * n);
    return turn < n ? turn : 2 * n - 1 - turn;
  }
  return at < 0 ? 0 : n - 1;
}

template <class T> struct texel_components { static constexpr int count = 1; };
template <class T> requires requires(T v) { v.w; } struct texel_components<T> { static constexpr int count = 4; };
template <class T> requires(requires(T v) { v.y; } && !requires(T v) { v.z; }) struct texel_components<T> { static constexpr int count = 2; };
template <class T> void set_component(T &texel, int k, double value) {
  if constexpr (std::is_arithmetic_v<T>) texel = T(value);
  else reinterpret_cast<std::remove_cvref_t<decltype(texel.x)> *>(&texel)[k] = std::remove_cvref_t<decltype(texel.x)>(value);
}

template <class T> T sample(const texture_state &state, const float *coordinate, int dimensions) {
  const texels source = texels_of(state.resource);
  const cudaTextureDesc &how = state.description;
  const std::size_t extents[3] = {source.width, source.height ? source.height : 1, source.depth ? source.depth : 1};
  const std::size_t size = std::size_t(source.format.x + source.format.y + source.format.z + source.format.w) / 8;
  const bool normalised_coordinates = how.normalizedCoords != 0, normalised = how.readMode == cudaReadModeNormalizedFloat;
  const bool linear = how.filterMode == cudaFilterModeLinear;
  long first[3] = {0, 0, 0};
  double weight[3] = {0, 0, 0};
  for (int d = 0; d < dimensions; d++) {
    double x = coordinate[d];
    if (normalised_coordinates) x *= double(extents[d]);
    if (linear) x -= 0.5;
    const double whole = std::floor(x);
    first[d] = long(whole);
    if (linear) weight[d] = std::floor((x - whole) * 256 + 0.5) / 256;
  }
  T result{};
  for (int k = 0; k < texel_components<T>::count; k++) {
    double total = 0;
    for (int corner = 0; corner < (linear ? 1 << dimensions : 1); corner++) {
      long at[3] = {0, 0, 0};
      double share = 1;
      bool border = false;
      for (int d = 0; d < dimensions; d++) {
        const int far = corner >> d & 1;
        share *= linear ? (far ? weight[d] : 1 - weight[d]) : 1;
        at[d] = address(first[d] + far, extents[d], how.addressMode[d], normalised_coordinates);
        border = border || at[d] < 0;
      }
      if (share == 0) continue;
      const unsigned char *texel = border ? nullptr : source.bytes + (std::size_t(at[2]) * extents[1] + std::size_t(at[1])) * source.pitch + std::size_t(at[0]) * size;
      const double value = border ? double(how.borderColor[k]) : component(texel, source.format, k, normalised);
      if (!linear) total = value;
      else total += share * value;
    }
    set_component(result, k, total);
  }
  return result;
}

/** tex1Dfetch: no filtering, no addressing; beyond the end it reads zero. */
template <class T> T fetch(const texture_state &state, int x) {
  const texels source = texels_of(state.resource);
  T result{};
  if (x < 0 || std::size_t(x) >= source.width) return result;
  const std::size_t size = std::size_t(source.format.x + source.format.y + source.format.z + source.format.w) / 8;
  const unsigned char *texel = source.bytes + std::size_t(x) * size;
  if (state.description.readMode == cudaReadModeNormalizedFloat)
    for (int k = 0; k < texel_components<T>::count; k++) set_component(result, k, component(texel, source.format, k, true));
  else
    std::memcpy(static_cast<void *>(&result), texel, sizeof(T) < size ? sizeof(T) : size);
  return result;
}

inline const texture_state &state_of(cudaTextureObject_t texture) {
  if (texture == 0) fail("a read of a texture object that was never created");
  return *reinterpret_cast<const texture_state *>(std::uintptr_t(texture));
}

/** The result of reading a T in a mode: a T, or the same number of floats. */
template <class T, cudaTextureReadMode mode> struct texel_read { using type = T; };
template <class T> requires std::is_integral_v<T> struct texel_read<T, cudaReadModeNormalizedFloat> { using type = float; };
template <class T> requires(!std::is_integral_v<T>) struct texel_read<T, cudaReadModeNormalizedFloat> {
  using type = std::conditional_t<texel_components<T>::count == 4, float4, std::conditional_t<texel_components<T>::count == 2, float2, float1>>;
};

template <class T> cudaChannelFormatDesc channel_format() {
  constexpr int count = texel_components<T>::count;
  const auto describe = []<class C>(std::type_identity<C>) {
    const int bits = int(sizeof(C)) * 8;
    const cudaChannelFormatKind kind = std::is_floating_point_v<C> || std::is_same_v<C, __half> ? cudaChannelFormatKindFloat
                                       : std::is_signed_v<C>                                    ? cudaChannelFormatKindSigned
                                                                                                : cudaChannelFormatKindUnsigned;
    return cudaChannelFormatDesc{bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
  };
  if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, __half>) return describe(std::type_identity<T>());
  else return describe(std::type_identity<std::remove_cvref_t<decltype(std::declval<T>().x)>>());
}

}  // namespace mx_runtime::port

// ---- objects

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) { return {x, y, z, w, kind}; }
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc() { return mx_runtime::port::channel_format<T>(); }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return {16, 0, 0, 0, cudaChannelFormatKindFloat}; }
inline cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array) {
  if (!format || !array) return mx_runtime::port::report(cudaErrorInvalidValue);
  *format = array->format;
  return cudaSuccess;
}
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *resource, const cudaTextureDesc *description, const cudaResourceViewDesc *view) {
  if (!texture || !resource || !description) return mx_runtime::port::report(cudaErrorInvalidValue);
  *texture = std::uintptr_t(new mx_runtime::port::texture_state{*resource, *description, view ? *view : cudaResourceViewDesc{}});
  return cudaSuccess;
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  delete reinterpret_cast<mx_runtime::port::texture_state *>(std::uintptr_t(texture));
  return cudaSuccess;
}
inline cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t texture) { *resource = mx_runtime::port::state_of(texture).resource; return cudaSuccess; }
inline cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *description, cudaTextureObject_t texture) { *description = mx_runtime::port::state_of(texture).description; return cudaSuccess; }

template <class T> T tex1Dfetch(cudaTextureObject_t texture, int x) { return mx_runtime::port::fetch<T>(mx_runtime::port::state_of(texture), x); }
template <class T> T tex1D(cudaTextureObject_t texture, float x) { return mx_runtime::port::sample<T>(mx_runtime::port::state_of(texture), &x, 1); }
template <class T> T tex2D(cudaTextureObject_t texture, float x, float y) { const float at[] = {x, y}; return mx_runtime::port::sample<T>(mx_runtime::port::state_of(texture), at, 2); }
template <class T> T tex3D(cudaTextureObject_t texture, float x, float y, float z) { const float at[] = {x, y, z}; return mx_runtime::port::sample<T>(mx_runtime::port::state_of(texture), at, 3); }
template <class T> void tex1Dfetch(T *value, cudaTextureObject_t texture, int x) { *value = tex1Dfetch<T>(texture, x); }
template <class T> void tex1D(T *value, cudaTextureObject_t texture, float x) { *value = tex1D<T>(texture, x); }
template <class T> void tex2D(T *value, cudaTextureObject_t texture, float x, float y) { *value = tex2D<T>(texture, x, y); }
template <class T> void tex3D(T *value, cudaTextureObject_t texture, float x, float y, float z) { *value = tex3D<T>(texture, x, y, z); }

// ---- references: a global variable that the host binds to memory

template <class T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType> struct texture : textureReference {
  mutable cudaResourceDesc resource{};
  mutable bool bound = false;
  texture(int normalisedCoordinates = 0, cudaTextureFilterMode filter = cudaFilterModePoint, cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(normalisedCoordinates, filter, address, mx_runtime::port::channel_format<T>()) {}
  texture(int normalisedCoordinates, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc format) : textureReference{} {
    normalized = normalisedCoordinates;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    channelDesc = format;
  }
  mx_runtime::port::texture_state state() const {
    if (!bound) mx_runtime::port::fail("a read of a texture reference that is not bound");
    cudaTextureDesc how{};
    for (int d = 0; d < 3; d++) how.addressMode[d] = addressMode[d];
    how.filterMode = filterMode;
    how.readMode = mode;
    how.normalizedCoords = normalized;
    return {resource, how, {}};
  }
  cudaError_t bind(const cudaResourceDesc &to, std::size_t *offset = nullptr) const {
    resource = to;
    bound = true;
    if (offset) *offset = 0;
    return cudaSuccess;
  }
};
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaBindTexture(std::size_t *offset, const texture<T, d, m> &texture, const void *device, const cudaChannelFormatDesc &format, std::size_t size = 0xffffffffu) {
  cudaResourceDesc to{};
  to.resType = cudaResourceTypeLinear;
  to.res.linear = {const_cast<void *>(device), format, size};
  return device ? texture.bind(to, offset) : mx_runtime::port::report(cudaErrorInvalidValue);
}
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaBindTexture(std::size_t *offset, const texture<T, d, m> &texture, const void *device, std::size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, texture, device, texture.channelDesc, size);
}
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaBindTexture2D(std::size_t *offset, const texture<T, d, m> &texture, const void *device, const cudaChannelFormatDesc &format, std::size_t width, std::size_t height, std::size_t pitch) {
  cudaResourceDesc to{};
  to.resType = cudaResourceTypePitch2D;
  to.res.pitch2D = {const_cast<void *>(device), format, width, height, pitch};
  return device ? texture.bind(to, offset) : mx_runtime::port::report(cudaErrorInvalidValue);
}
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaBindTexture2D(std::size_t *offset, const texture<T, d, m> &texture, const void *device, std::size_t width, std::size_t height, std::size_t pitch) {
  return cudaBindTexture2D(offset, texture, device, texture.channelDesc, width, height, pitch);
}
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaBindTextureToArray(const texture<T, d, m> &texture, cudaArray_const_t array) {
  cudaResourceDesc to{};
  to.resType = cudaResourceTypeArray;
  to.res.array.array = const_cast<cudaArray_t>(array);
  return array ? texture.bind(to) : mx_runtime::port::report(cudaErrorInvalidResourceHandle);
}
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaBindTextureToArray(const texture<T, d, m> &texture, cudaArray_const_t array, const cudaChannelFormatDesc &) { return cudaBindTextureToArray(texture, array); }
template <class T, int d, cudaTextureReadMode m> cudaError_t cudaUnbindTexture(const texture<T, d, m> &texture) { texture.bound = false; return cudaSuccess; }
template <class T, int d, cudaTextureReadMode m> auto tex1Dfetch(const texture<T, d, m> &texture, int x) { return mx_runtime::port::fetch<typename mx_runtime::port::texel_read<T, m>::type>(texture.state(), x); }
template <class T, int d, cudaTextureReadMode m> auto tex1D(const texture<T, d, m> &texture, float x) { return mx_runtime::port::sample<typename mx_runtime::port::texel_read<T, m>::type>(texture.state(), &x, 1); }
template <class T, int d, cudaTextureReadMode m> auto tex2D(const texture<T, d, m> &texture, float x, float y) { const float at[] = {x, y}; return mx_runtime::port::sample<typename mx_runtime::port::texel_read<T, m>::type>(texture.state(), at, 2); }
template <class T, int d, cudaTextureReadMode m> auto tex3D(const texture<T, d, m> &texture, float x, float y, float z) { const float at[] = {x, y, z}; return mx_runtime::port::sample<typename mx_runtime::port::texel_read<T, m>::type>(texture.state(), at, 3); }

// ---- surfaces: x counts bytes

inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const cudaResourceDesc *resource) {
  if (!surface || !resource || resource->resType != cudaResourceTypeArray) return mx_runtime::port::report(cudaErrorInvalidValue);
  *surface = std::uintptr_t(resource->res.array.array);
  return cudaSuccess;
}
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) { return cudaSuccess; }
namespace mx_runtime::port {
template <class T> T *surface_at(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  cudaArray &array = *reinterpret_cast<cudaArray *>(std::uintptr_t(surface));
  const long extents[3] = {long(array.pitch() / sizeof(T)), long(array.rows()), long(array.depth ? array.depth : 1)};
  long at[3] = {x / long(sizeof(T)), y, z};
  for (int d = 0; d < 3; d++) {
    if (at[d] >= 0 && at[d] < extents[d]) continue;
    if (mode == cudaBoundaryModeTrap) fail("an access outside a surface");
    if (mode == cudaBoundaryModeZero) return nullptr;
    at[d] = at[d] < 0 ? 0 : extents[d] - 1;
  }
  return reinterpret_cast<T *>(array.at(std::size_t(at[0]) * sizeof(T), std::size_t(at[1]), std::size_t(at[2])));
}
template <class T> T surface_read(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  const T *place = surface_at<T>(surface, x, y, z, mode);
  return place ? *place : T{};
}
template <class T> void surface_write(T value, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode) {
  if (T *place = surface_at<T>(surface, x, y, z, mode)) *place = value;
}
}  // namespace mx_runtime::port
template <class T> T surf1Dread(cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return mx_runtime::port::surface_read<T>(s, x, 0, 0, mode); }
template <class T> T surf2Dread(cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return mx_runtime::port::surface_read<T>(s, x, y, 0, mode); }
template <class T> T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return mx_runtime::port::surface_read<T>(s, x, y, z, mode); }
template <class T> void surf1Dread(T *value, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *value = mx_runtime::port::surface_read<T>(s, x, 0, 0, mode); }
template <class T> void surf2Dread(T *value, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *value = mx_runtime::port::surface_read<T>(s, x, y, 0, mode); }
template <class T> void surf3Dread(T *value, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *value = mx_runtime::port::surface_read<T>(s, x, y, z, mode); }
template <class T> void surf1Dwrite(T value, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { mx_runtime::port::surface_write(value, s, x, 0, 0, mode); }
template <class T> void surf2Dwrite(T value, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { mx_runtime::port::surface_write(value, s, x, y, 0, mode); }
template <class T> void surf3Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { mx_runtime::port::surface_write(value, s, x, y, z, mode); }
