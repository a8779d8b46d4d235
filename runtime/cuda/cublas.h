// The first cuBLAS, without handles; cublas_v2.h where a program defines nothing else.
#ifndef MANTISSA_CUBLAS_H
#define MANTISSA_CUBLAS_H
#include "cuda_runtime_api.h"
#include "cuComplex.h"
#ifndef MANTISSA_CUBLAS_V2_H
typedef unsigned int cublasStatus;
#define CUBLAS_STATUS_SUCCESS 0
#define CUBLAS_STATUS_NOT_INITIALIZED 1
#define CUBLAS_STATUS_ALLOC_FAILED 3
#define CUBLAS_STATUS_INVALID_VALUE 7
#define CUBLAS_STATUS_EXECUTION_FAILED 13
#define CUBLAS_STATUS_INTERNAL_ERROR 14
MANTISSA_BEGIN_C
cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
cublasStatus cublasGetError(void);
cublasStatus cublasAlloc(int n, int elementSize, void **device);
cublasStatus cublasFree(void *device);
cublasStatus cublasSetVector(int n, int elementSize, const void *from, int incx, void *to, int incy);
cublasStatus cublasGetVector(int n, int elementSize, const void *from, int incx, void *to, int incy);
cublasStatus cublasSetMatrix(int rows, int columns, int elementSize, const void *from, int lda, void *to, int ldb);
cublasStatus cublasGetMatrix(int rows, int columns, int elementSize, const void *from, int lda, void *to, int ldb);
#define BLAS1(T, L, l) \
  void cublas##L##axpy(int n, T alpha, const T *x, int incx, T *y, int incy); \
  void cublas##L##copy(int n, const T *x, int incx, T *y, int incy); \
  void cublas##L##scal(int n, T alpha, T *x, int incx); \
  void cublas##L##swap(int n, T *x, int incx, T *y, int incy); \
  T cublas##L##dot(int n, const T *x, int incx, const T *y, int incy); \
  T cublas##L##asum(int n, const T *x, int incx); \
  T cublas##L##nrm2(int n, const T *x, int incx); \
  int cublasI##l##amax(int n, const T *x, int incx); \
  void cublas##L##gemv(char trans, int m, int n, T alpha, const T *A, int lda, const T *x, int incx, T beta, T *y, int incy); \
  void cublas##L##gemm(char transa, char transb, int m, int n, int k, T alpha, const T *A, int lda, const T *B, int ldb, T beta, T *C, int ldc); \
  void cublas##L##trsm(char side, char uplo, char transa, char diag, int m, int n, T alpha, const T *A, int lda, T *B, int ldb);
BLAS1(float, S, s)
BLAS1(double, D, d)
#undef BLAS1
MANTISSA_END_C
#endif
#endif
