// A buffer of the program's own, and one derived from a library's: their objects are told apart by where they are used.
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

template <class T> class Buffer {
 public:
  explicit Buffer(size_t n) : count(n) { cudaMalloc(&memory, n * sizeof(T)); }
  ~Buffer() { cudaFree(memory); }
  T *raw() { return memory; }
  void fillFrom(const T *host) { cudaMemcpy(memory, host, count * sizeof(T), cudaMemcpyHostToDevice); }
 private:
  T *memory;
  size_t count;
};

template <class T> class Field : public thrust::device_vector<T> {
 public:
  Field() {}
  Field(int n) : thrust::device_vector<T>(n) {}
  T *raw() { return thrust::raw_pointer_cast(this->data()); }
};

typedef double Real;

class Sea {
 public:
  Field<Real> depth;
  Field<Real> speed;
  Field<int> cell;
};

__global__ void deepen(Real *depth, const Real *speed, const Real *inflow, const float *mask, const int *cell, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) depth[cell[i]] += speed[i] * inflow[i] * mask[i];
}

int main()
{
  const int n = 256;
  Sea sea;
  sea.depth.resize(n);
  sea.speed.resize(n);
  sea.cell.resize(n);
  Buffer<Real> inflow(n);
  Buffer<float> mask(n);
  Real h_inflow[n];
  for (int i = 0; i < n; i++) h_inflow[i] = 0.01 * i;
  inflow.fillFrom(h_inflow);
  deepen<<<1, n>>>(sea.depth.raw(), sea.speed.raw(), inflow.raw(), mask.raw(), sea.cell.raw(), n);
  thrust::host_vector<Real> h_depth = sea.depth;
  printf("%g\n", h_depth[0]);
  return 0;
}
