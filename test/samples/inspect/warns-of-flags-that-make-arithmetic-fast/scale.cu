__global__ void scale(double *x, double factor) { x[threadIdx.x] *= factor; }
