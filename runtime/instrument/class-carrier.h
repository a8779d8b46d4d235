// What programs need whose carrier is a class, whichever it is.
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
#endif

// C compiled as C++: an untyped pointer becomes whatever pointer is asked for
struct mx_untyped {
  void *address;
  template <class X> operator X *() const { return static_cast<X *>(address); }
};
inline mx_untyped mx_pointer(const void *address) { return {const_cast<void *>(address)}; }
