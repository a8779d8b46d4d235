/* C's functions that write two results through pointers. A program may have a function of its own named sincos, which C's headers need not declare. */
#ifndef MANTISSA_INSTRUMENT_SEVERAL_RESULTS_H
#define MANTISSA_INSTRUMENT_SEVERAL_RESULTS_H

#if MX_NVCC || defined(MX_WITH_CUDA)
#define MX_SINCOS sincos
#define MX_SINCOSF sincosf
#else
#ifdef __cplusplus
extern "C" {
#endif
extern void mx_library_sincos(double, double *, double *) __asm__("sincos");
extern void mx_library_sincosf(float, float *, float *) __asm__("sincosf");
#ifdef __cplusplus
}
#endif
#define MX_SINCOS mx_library_sincos
#define MX_SINCOSF mx_library_sincosf
#endif

#endif
