// ---- names for programs
using mx_runtime::fp32x2;
using mx_runtime::fp64x2;
using mx_runtime::fp64x4;

/** C compiled as C++: an untyped pointer becomes whatever pointer is asked for. */
struct mantissa_untyped {
  void *address;
  template <class X> operator X *() const { return static_cast<X *>(address); }
};
inline mantissa_untyped mantissa_pointer(const void *address) { return {const_cast<void *>(address)}; }

namespace mx_runtime {

#if (defined(__CUDACC__) || defined(__CUDA__)) && !defined(MANTISSA_PORT)
/** CUDA's atomics and shuffles (runtime/port has those of every type) for numbers of several parts; a warp's lanes hand over part by part. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> __device__ inline W atomicAdd(W *sum, const W &x) {
  return atomic_add(sum, x);
}
#define MX_SHUFFLE(name, lane)                                                                          \
  template <class W, std::enable_if_t<multi_part_only<W>, int> = 0>                                     \
  __device__ inline W name(unsigned mask, const W &x, lane, int width = 32) {                           \
    W z;                                                                                                \
    const int *from = reinterpret_cast<const int *>(&x);                                                \
    int *to = reinterpret_cast<int *>(&z);                                                              \
    MX_UNROLL                                                                                           \
    for (unsigned i = 0; i < sizeof(W) / sizeof(int); i++) to[i] = ::name(mask, from[i], by, width);    \
    return z;                                                                                           \
  }
MX_SHUFFLE(__shfl_sync, int by)
MX_SHUFFLE(__shfl_up_sync, unsigned by)
MX_SHUFFLE(__shfl_down_sync, unsigned by)
MX_SHUFFLE(__shfl_xor_sync, int by)
#undef MX_SHUFFLE
#endif

}  // namespace mx_runtime
