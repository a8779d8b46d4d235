// A program in the style of NVIDIA's samples. nvcc has no such headers of its own, so only the embedded clang reads this.
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cusparse.h>
#include <cusolverDn.h>
#include <curand.h>
#include <curand_kernel.h>
#include <nvToolsExt.h>
#include <cuda_profiler_api.h>

__device__ double3 operator+(double3 a, double3 b) { return make_double3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj) { float3 r = make_float3(bj) - make_float3(bi); float distSqr = dot(r, r) + 1e-9f; float inv = rsqrtf(distSqr); return ai + r * (bj.w * inv * inv * inv); }
__global__ void integrate(float4 *p, float3 *v, double4 *d, double3 *e, curandState *s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; curand_init(1234, i, 0, &s[i]); float3 acc = make_float3(0.0f); for (int j = 0; j < n; ++j) acc = bodyBodyInteraction(acc, p[i], p[j]); v[i] += acc * 0.01f; p[i] = p[i] + make_float4(v[i], 0.0f) * 0.01f; v[i] = normalize(cross(v[i], acc)) * length(acc) + lerp(v[i], acc, 0.5f) - clamp(acc, 0.f, 1.f) + fmaxf(v[i], acc) + fabs(acc);
  p[i].x = curand_uniform(&s[i]) + curand_normal(&s[i]) + (float)curand_uniform_double(&s[i]); d[0] = d[1] + d[2] * 2.0; d[0] += d[1]; e[0] = e[1] + e[2]; p[i] *= 2.0f; p[i] /= 3.0f; int3 k = make_int3(1, 2, 3) + make_int3(4); uint2 q = make_uint2(1u) * 2u; v[i].x += k.x + q.x;
}
int main(int argc, char **argv) {
  int device = findCudaDevice(argc, (const char **)argv); checkCudaErrors(cudaSetDevice(device)); int n = checkCmdLineFlag(argc, (const char **)argv, "n") ? getCmdLineArgumentInt(argc, (const char **)argv, "n=") : 1024; char *name = NULL; getCmdLineArgumentString(argc, (const char **)argv, "file", &name);
  StopWatchInterface *timer = NULL; sdkCreateTimer(&timer); sdkStartTimer(&timer); float4 *p; checkCudaErrors(cudaMalloc((void **)&p, n * sizeof(float4))); integrate<<<n / 256, 256>>>(p, 0, 0, 0, 0, n); getLastCudaError("integrate failed"); sdkStopTimer(&timer); printf("%f ms, %s\n", sdkGetTimerValue(&timer), _cudaGetErrorEnum(cudaSuccess)); sdkDeleteTimer(&timer);
  cublasHandle_t handle; checkCudaErrors(cublasCreate(&handle)); const double one = 1, zero = 0; double *a = 0, r; cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, a, n, &zero, a, n); cublasDdot(handle, n, a, 1, a, 1, &r); cublasDnrm2(handle, n, a, 1, &r); cublasSetVector(n, sizeof(double), a, 1, a, 1); if (cublasDestroy(handle) != CUBLAS_STATUS_SUCCESS) return EXIT_FAILURE;
  cufftHandle plan; cufftPlan1d(&plan, n, CUFFT_Z2Z, 1); cufftExecZ2Z(plan, (cufftDoubleComplex *)a, (cufftDoubleComplex *)a, CUFFT_FORWARD); cufftDestroy(plan); curandGenerator_t generator; curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT); curandSetPseudoRandomGeneratorSeed(generator, 1234ULL); curandGenerateUniformDouble(generator, a, n); cusparseHandle_t sparse; cusparseCreate(&sparse); cusparseSpMatDescr_t matrix; cusparseCreateCsr(&matrix, n, n, n, 0, 0, a, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F); cusolverDnHandle_t solver; cusolverDnCreate(&solver); int lwork; cusolverDnDpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, a, n, &lwork);
  nvtxRangePush("phase"); nvtxRangePop(); cudaProfilerStart(); cudaProfilerStop(); float *x = new float[n], *y = new float[n]; bool same = sdkCompareL2fe(x, y, n, 1e-6f); exit(same ? EXIT_SUCCESS : EXIT_FAILURE);
}
