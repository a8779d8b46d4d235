// ---- names for programs
using mx_runtime::fp32x2;
using mx_runtime::fp64x2;
using mx_runtime::fp64x4;

/** C compiled as C++: an untyped pointer converts to any pointer type. */
struct mantissa_untyped {
  void *address;
  template <class X> operator X *() const { return static_cast<X *>(address); }
};
inline mantissa_untyped mantissa_pointer(const void *address) { return {const_cast<void *>(address)}; }

/** `for (double x : mantissa_as<double>(v))`: the numbers of a range, one after the other, each converted. */
template <class To, class Range> MX_HD mx_runtime::converted_range<To, Range &> mantissa_as(Range &range) { return {range}; }
template <class To, class Range, std::enable_if_t<!std::is_lvalue_reference<Range>::value, int> = 0>
inline mx_runtime::converted_range<To, Range> mantissa_as(Range &&range) {
  return {static_cast<Range &&>(range)};
}

namespace mx_runtime {

#if (defined(__CUDACC__) || defined(__CUDA__)) && !defined(MANTISSA_PORT)
/** CUDA's atomics, shuffles, loads and stores (runtime/port has those of every type) for multi-word numbers; a warp's lanes exchange them part by part. */
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
/** Loads and stores with a cache hint, in pieces of 8 or 16 bytes. */
template <class W> using piece_of = std::conditional_t<sizeof(W) == 8, int2, int4>;
#define MX_LOAD(name)                                                                                      \
  template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> __device__ inline W name(const W *from) { \
    W z;                                                                                                   \
    piece_of<W> *to = reinterpret_cast<piece_of<W> *>(&z);                                                 \
    MX_UNROLL                                                                                              \
    for (unsigned i = 0; i < sizeof(W) / sizeof(*to); i++) to[i] = ::name(reinterpret_cast<const piece_of<W> *>(from) + i); \
    return z;                                                                                              \
  }
MX_LOAD(__ldg) MX_LOAD(__ldcg) MX_LOAD(__ldca) MX_LOAD(__ldcs) MX_LOAD(__ldlu) MX_LOAD(__ldcv)
#undef MX_LOAD
#define MX_STORE(name)                                                                                     \
  template <class W> __device__ inline void name(W *to, const std::enable_if_t<multi_part_only<W>, W> &x) { \
    const piece_of<W> *from = reinterpret_cast<const piece_of<W> *>(&x);                                   \
    MX_UNROLL                                                                                              \
    for (unsigned i = 0; i < sizeof(W) / sizeof(*from); i++) ::name(reinterpret_cast<piece_of<W> *>(to) + i, from[i]); \
  }
MX_STORE(__stwb) MX_STORE(__stcg) MX_STORE(__stcs) MX_STORE(__stwt)
#undef MX_STORE
#endif

}  // namespace mx_runtime
