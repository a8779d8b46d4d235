// The vector type follows from the scalar type through a trait; shared memory comes from a conversion operator.
#include <cstdio>
#include <cuda_runtime.h>

template <typename T> struct Quad { typedef float4 Type; };
template <> struct Quad<double> { typedef double4 Type; };

template <class T> struct Shared {
  __device__ operator T *()
  {
    extern __shared__ int memory[];
    return (T *) memory;
  }
};

template <typename T>
__global__ void drift(typename Quad<T>::Type *place, const typename Quad<T>::Type *speed, T dt, int n)
{
  typename Quad<T>::Type *tile = Shared<typename Quad<T>::Type>();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = speed[i];
  __syncthreads();
  typename Quad<T>::Type here = place[i];
  here.x += tile[threadIdx.x].x * dt;
  here.y += tile[threadIdx.x].y * dt;
  place[i] = here;
}

int main()
{
  const int n = 1024;
  double4 *place, *speed;
  cudaMallocManaged(&place, n * sizeof(double4));
  cudaMallocManaged(&speed, n * sizeof(double4));
  int bytes = 256 * sizeof(double4);
  drift<double><<<n / 256, 256, bytes>>>(place, speed, 0.01, n);
  cudaDeviceSynchronize();
  printf("%g\n", place[0].x);
  return 0;
}
