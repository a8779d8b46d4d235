// All quotients of halves and all exponentials, as the vectors compute them, against the correctly rounded quotient and __expf: prints how many differ.
// Run by loops-on-gpu.sh.
#include "mantissa_vector.h"
#include "measuring.h"
#include <cstdio>

using namespace mantissa;

/** Whether two halves have the same bits, or are both NaN. */
__device__ bool same(half x, half y) { return __half_as_ushort(x) == __half_as_ushort(y) || (__hisnan(x) && __hisnan(y)); }

__global__ void compareQuotients(unsigned long long *different) {
  const half a = __ushort_as_half(static_cast<unsigned short>(blockIdx.x));
  for (unsigned k = threadIdx.x; k < 65536; k += blockDim.x) {
    const half b = __ushort_as_half(static_cast<unsigned short>(k));
    vec<half, 2> x, y;
    x.pairs[0] = join(a, b);
    y.pairs[0] = join(b, a);
    const vec<half, 2> quotient = x / y;
    const bool isEqual = same(low(quotient.pairs[0]), __float2half_rn(__fdiv_rn(__half2float(a), __half2float(b)))) &&
                         same(high(quotient.pairs[0]), __float2half_rn(__fdiv_rn(__half2float(b), __half2float(a))));
    if (!isEqual) atomicAdd(different, 1ull);
  }
}

__global__ void compareExponentials(unsigned long long *different) {
  const half a = __ushort_as_half(static_cast<unsigned short>(blockIdx.x * blockDim.x + threadIdx.x));
  vec<half, 2> x;
  x.pairs[0] = join(a, a);
  if (!same(low(fast_exp(x).pairs[0]), __float2half_rn(__expf(__half2float(a))))) atomicAdd(different + 1, 1ull);
}

int main() {
  unsigned long long *different, counts[2] = {};
  CHECK(cudaMalloc(&different, sizeof counts));
  CHECK(cudaMemset(different, 0, sizeof counts));
  compareQuotients<<<65536, 256>>>(different);
  compareExponentials<<<256, 256>>>(different);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(counts, different, sizeof counts, cudaMemcpyDeviceToHost));
  std::printf("halves       %llu of 2^32 quotients and %llu of 2^16 exponentials differ\n", counts[0], counts[1]);
  return counts[0] + counts[1] == 0 ? 0 : 1;
}
