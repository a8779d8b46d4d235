#include "io.h"
__global__ void scale(double *v) { v[threadIdx.x] = v[threadIdx.x] * 1.7 + 0.1; }
void run(Field &f)
{
  scale<<<1, 8>>>(f.device);
  double some[2] = {0.3, 0.7};
  keep(some, 2);
  upload(f.device + 2, some, 2);
}
