__global__ void scale(double *x, double a) { x[threadIdx.x] *= a; }
