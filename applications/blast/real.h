#ifndef BLAST_REAL_H
#define BLAST_REAL_H

#include <cmath>

// Everything that is computed is a Real_t; indices and counts are Index_t and Int_t.
typedef double Real_t;
typedef int Index_t;
typedef int Int_t;

#define ZERO Real_t(0.0)
#define HALF Real_t(0.5)
#define ONE Real_t(1.0)

// The same names for whichever precision Real_t is.
__host__ __device__ inline float SquareRoot(float value) { return sqrtf(value); }
__host__ __device__ inline double SquareRoot(double value) { return sqrt(value); }
__host__ __device__ inline float CubeRoot(float value) { return cbrtf(value); }
__host__ __device__ inline double CubeRoot(double value) { return cbrt(value); }
__host__ __device__ inline float Magnitude(float value) { return fabsf(value); }
__host__ __device__ inline double Magnitude(double value) { return fabs(value); }

#endif
