#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define THREADS 256
#define DOT_BLOCKS 64

#define CHECK(call)                                                                                   \
    {                                                                                                 \
        cudaError_t code = call;                                                                      \
        if (code != cudaSuccess) {                                                                    \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(code));  \
            exit(1);                                                                                  \
        }                                                                                             \
    }

static inline int blocks_for(int n)
{
    return (n + THREADS - 1) / THREADS;
}

/* ------------------------------------------------------------------------------------------------------------ kernels */

__global__ void spmv_kernel(int rows, const int *__restrict__ row_start, const int *__restrict__ column,
                            const scalar *__restrict__ value, const scalar *__restrict__ x, scalar *__restrict__ y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    scalar sum = 0.0;
    for (int k = row_start[row]; k < row_start[row + 1]; k++)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}

__global__ void diagonal_kernel(int rows, const int *row_start, const int *column, const scalar *value, scalar *inverse)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    for (int k = row_start[row]; k < row_start[row + 1]; k++)
        if (column[k] == row)
            inverse[row] = (scalar)1.0 / value[k];
}

/* each block strides over the vectors, then folds what its threads have */
template <int MANY>
__device__ void fold(scalar (*partial)[THREADS], scalar *result)
{
    __syncthreads();
    for (int width = THREADS / 2; width > 0; width /= 2) {
        if (threadIdx.x < width)
            for (int m = 0; m < MANY; m++)
                partial[m][threadIdx.x] += partial[m][threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        for (int m = 0; m < MANY; m++)
            result[m * DOT_BLOCKS + blockIdx.x] = partial[m][0];
}

__global__ void dot_kernel(int n, const scalar *__restrict__ x, const scalar *__restrict__ y, scalar *result)
{
    __shared__ scalar partial[1][THREADS];
    scalar sum = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        sum += x[i] * y[i];
    partial[0][threadIdx.x] = sum;
    fold<1>(partial, result);
}

__global__ void two_dots_kernel(int n, const scalar *__restrict__ x, const scalar *__restrict__ y, scalar *result)
{
    __shared__ scalar partial[2][THREADS];
    scalar xy = 0.0, yy = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        scalar yi = y[i];
        xy += x[i] * yi;
        yy += yi * yi;
    }
    partial[0][threadIdx.x] = xy;
    partial[1][threadIdx.x] = yy;
    fold<2>(partial, result);
}

__global__ void axpy_kernel(int n, scalar a, const scalar *__restrict__ x, scalar *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i];
}

__global__ void xpby_kernel(int n, const scalar *__restrict__ x, scalar b, scalar *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + b * y[i];
}

__global__ void waxpy_kernel(int n, const scalar *x, scalar a, const scalar *y, scalar *z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + a * y[i];
}

__global__ void direction_kernel(int n, const scalar *__restrict__ r, scalar b, scalar w, const scalar *__restrict__ v,
                                 scalar *__restrict__ p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = r[i] + b * (p[i] - w * v[i]);
}

__global__ void solution_kernel(int n, scalar a, const scalar *__restrict__ p, scalar w, const scalar *__restrict__ s,
                                scalar *__restrict__ x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += a * p[i] + w * s[i];
}

__global__ void scale_kernel(int n, const scalar *__restrict__ diagonal, const scalar *__restrict__ x,
                             scalar *__restrict__ y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = diagonal[i] * x[i];
}

__global__ void sweep_kernel(int n, scalar damping, const scalar *__restrict__ diagonal, const scalar *__restrict__ x,
                             const scalar *__restrict__ az, scalar *__restrict__ z)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] += damping * diagonal[i] * (x[i] - az[i]);
}

/* ------------------------------------------------------------------------------------------------------ memory, matrix */

void *device_malloc(size_t bytes)
{
    void *memory = NULL;
    CHECK(cudaMalloc(&memory, bytes));
    CHECK(cudaMemset(memory, 0, bytes));
    return memory;
}

void device_free(void *memory)
{
    CHECK(cudaFree(memory));
}

void device_upload(void *to, const void *from, size_t bytes)
{
    CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
}

void device_download(void *to, const void *from, size_t bytes)
{
    CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

void device_copy(void *to, const void *from, size_t bytes)
{
    CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
}

void device_wait(void)
{
    CHECK(cudaDeviceSynchronize());
}

void device_create_matrix(struct device_matrix *device, const struct csr_matrix *host)
{
    device->rows = host->rows;
    device->columns = host->columns;
    device->row_start = (int *)device_malloc((host->rows + 1) * sizeof(int));
    device->column = (int *)device_malloc(host->nonzeros * sizeof(int));
    device->value = (scalar *)device_malloc(host->nonzeros * sizeof(scalar));
    device->inverse_diagonal = (scalar *)device_malloc(host->rows * sizeof(scalar));
    device_upload(device->row_start, host->row_start, (host->rows + 1) * sizeof(int));
    device_upload(device->column, host->column, host->nonzeros * sizeof(int));
    device_upload(device->value, host->value, host->nonzeros * sizeof(scalar));
    diagonal_kernel<<<blocks_for(host->rows), THREADS>>>(host->rows, device->row_start, device->column, device->value,
                                                         device->inverse_diagonal);
    CHECK(cudaGetLastError());
}

void device_free_matrix(struct device_matrix *device)
{
    device_free(device->row_start);
    device_free(device->column);
    device_free(device->value);
    device_free(device->inverse_diagonal);
}

/* ----------------------------------------------------------------------------------------------------------- operations */

void device_spmv(const struct device_matrix *matrix, const scalar *x, scalar *y)
{
    spmv_kernel<<<blocks_for(matrix->rows), THREADS>>>(matrix->rows, matrix->row_start, matrix->column, matrix->value, x, y);
    CHECK(cudaGetLastError());
}

static scalar *dot_results = NULL;

static scalar *results(void)
{
    if (dot_results == NULL)
        CHECK(cudaMalloc((void **)&dot_results, 2 * DOT_BLOCKS * sizeof(scalar)));
    return dot_results;
}

scalar device_dot(int n, const scalar *x, const scalar *y)
{
    scalar parts[DOT_BLOCKS];
    dot_kernel<<<DOT_BLOCKS, THREADS>>>(n, x, y, results());
    CHECK(cudaGetLastError());
    device_download(parts, results(), sizeof parts);
    scalar sum = 0.0;
    for (int b = 0; b < DOT_BLOCKS; b++)
        sum += parts[b];
    return sum;
}

void device_two_dots(int n, const scalar *x, const scalar *y, scalar result[2])
{
    scalar parts[2 * DOT_BLOCKS];
    two_dots_kernel<<<DOT_BLOCKS, THREADS>>>(n, x, y, results());
    CHECK(cudaGetLastError());
    device_download(parts, results(), sizeof(parts));
    result[0] = result[1] = 0.0;
    for (int b = 0; b < DOT_BLOCKS; b++) {
        result[0] += parts[b];
        result[1] += parts[DOT_BLOCKS + b];
    }
}

void device_axpy(int n, scalar a, const scalar *x, scalar *y)
{
    axpy_kernel<<<blocks_for(n), THREADS>>>(n, a, x, y);
    CHECK(cudaGetLastError());
}

void device_xpby(int n, const scalar *x, scalar b, scalar *y)
{
    xpby_kernel<<<blocks_for(n), THREADS>>>(n, x, b, y);
    CHECK(cudaGetLastError());
}

void device_waxpy(int n, const scalar *x, scalar a, const scalar *y, scalar *z)
{
    waxpy_kernel<<<blocks_for(n), THREADS>>>(n, x, a, y, z);
    CHECK(cudaGetLastError());
}

void device_update_direction(int n, const scalar *r, scalar b, scalar w, const scalar *v, scalar *p)
{
    direction_kernel<<<blocks_for(n), THREADS>>>(n, r, b, w, v, p);
    CHECK(cudaGetLastError());
}

void device_update_solution(int n, scalar a, const scalar *p, scalar w, const scalar *s, scalar *x)
{
    solution_kernel<<<blocks_for(n), THREADS>>>(n, a, p, w, s, x);
    CHECK(cudaGetLastError());
}

void device_scale_by_diagonal(const struct device_matrix *matrix, const scalar *x, scalar *y)
{
    scale_kernel<<<blocks_for(matrix->rows), THREADS>>>(matrix->rows, matrix->inverse_diagonal, x, y);
    CHECK(cudaGetLastError());
}

void device_sweep(const struct device_matrix *matrix, scalar damping, const scalar *x, const scalar *az, scalar *z)
{
    sweep_kernel<<<blocks_for(matrix->rows), THREADS>>>(matrix->rows, damping, matrix->inverse_diagonal, x, az, z);
    CHECK(cudaGetLastError());
}
