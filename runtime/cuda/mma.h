// Warp matrix functions: fragments, loading, multiplying, storing.
#ifndef MANTISSA_MMA_H
#define MANTISSA_MMA_H
#include "cuda_fp16.h"
#include "cuda_bf16.h"
#ifdef __CUDA__
namespace nvcuda {
namespace wmma {
struct row_major; struct col_major; struct matrix_a; struct matrix_b; struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision { struct tf32; struct u4; struct s4; struct b1; }
namespace experimental { namespace precision = wmma::precision; }
template <class T> struct MantissaElement { typedef T type; };
template <> struct MantissaElement<precision::tf32> { typedef float type; };
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
  enum { num_elements = 16, num_storage_elements = 16 };
  typedef typename MantissaElement<T>::type element_type;
  element_type x[num_elements];
};
template <class Use, int m, int n, int k, class T, class Layout, class V> __device__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &value);
template <class Use, int m, int n, int k, class T, class Layout, class P> __device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const P *from, unsigned stride);
template <class Use, int m, int n, int k, class T, class P> __device__ void load_matrix_sync(fragment<Use, m, n, k, T> &f, const P *from, unsigned stride, layout_t layout);
template <int m, int n, int k, class T, class P> __device__ void store_matrix_sync(P *to, const fragment<accumulator, m, n, k, T> &f, unsigned stride, layout_t layout);
template <int m, int n, int k, class TA, class LA, class TB, class LB, class TC, class TD>
__device__ void mma_sync(fragment<accumulator, m, n, k, TD> &d, const fragment<matrix_a, m, n, k, TA, LA> &a, const fragment<matrix_b, m, n, k, TB, LB> &b, const fragment<accumulator, m, n, k, TC> &c, bool saturate = false);
__device__ float __float_to_tf32(float x);
}
}
#endif
#endif
