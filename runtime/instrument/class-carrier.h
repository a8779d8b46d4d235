// For programs whose carrier is any class.
#pragma once

#ifdef MX_WITH_CUDA_TYPES
// for who takes a vector of floats
MX_HD float1 mx_floats(double1 v) { return make_float1((float)v.x); }
MX_HD float1 mx_floats(float1 v) { return v; }
MX_HD float2 mx_floats(double2 v) { return make_float2((float)v.x, (float)v.y); }
MX_HD float2 mx_floats(float2 v) { return v; }
MX_HD float3 mx_floats(double3 v) { return make_float3((float)v.x, (float)v.y, (float)v.z); }
MX_HD float3 mx_floats(float3 v) { return v; }
MX_HD float4 mx_floats(double4 v) { return make_float4((float)v.x, (float)v.y, (float)v.z, (float)v.w); }
MX_HD float4 mx_floats(float4 v) { return v; }
#endif

#if MX_NVCC
// a warp's lanes hand it over word by word
#define MX_SHUFFLE(name, lane)                                                                             \
  static __device__ inline mx_real name(unsigned mask, const mx_real &x, lane, int width = 32) {           \
    mx_real handed;                                                                                        \
    const int *from = reinterpret_cast<const int *>(&x);                                                   \
    int *to = reinterpret_cast<int *>(&handed);                                                            \
    MX_UNROLL                                                                                              \
    for (unsigned i = 0; i < sizeof(mx_real) / sizeof(int); i++) to[i] = ::name(mask, from[i], by, width); \
    return handed;                                                                                         \
  }
MX_SHUFFLE(__shfl_sync, int by)
MX_SHUFFLE(__shfl_up_sync, unsigned by)
MX_SHUFFLE(__shfl_down_sync, unsigned by)
MX_SHUFFLE(__shfl_xor_sync, int by)
#undef MX_SHUFFLE
// loads and stores with a cache hint
#define MX_LOAD(name)                                                                                                 \
  static __device__ inline mx_real name(const mx_real *from) {                                                        \
    mx_real loaded;                                                                                                   \
    long long *to = reinterpret_cast<long long *>(&loaded);                                                           \
    MX_UNROLL                                                                                                         \
    for (unsigned i = 0; i < sizeof(mx_real) / sizeof(*to); i++) to[i] = ::name(reinterpret_cast<const long long *>(from) + i); \
    return loaded;                                                                                                    \
  }
MX_LOAD(__ldg) MX_LOAD(__ldcg) MX_LOAD(__ldca) MX_LOAD(__ldcs) MX_LOAD(__ldlu) MX_LOAD(__ldcv)
#undef MX_LOAD
#define MX_STORE(name)                                                                                                \
  static __device__ inline void name(mx_real *to, const mx_real &x) {                                                 \
    const long long *from = reinterpret_cast<const long long *>(&x);                                                  \
    MX_UNROLL                                                                                                         \
    for (unsigned i = 0; i < sizeof(mx_real) / sizeof(*from); i++) ::name(reinterpret_cast<long long *>(to) + i, from[i]); \
  }
MX_STORE(__stwb) MX_STORE(__stcg) MX_STORE(__stcs) MX_STORE(__stwt)
#undef MX_STORE
#endif

// C compiled as C++: an untyped pointer converts to any pointer type
struct mx_untyped {
  void *address;
  template <class X> operator X *() const { return static_cast<X *>(address); }
};
inline mx_untyped mx_pointer(const void *address) { return {const_cast<void *>(address)}; }
