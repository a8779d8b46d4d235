#ifndef DEVICE_H
#define DEVICE_H

#include <stddef.h>
#include "matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

/* the matrix as the device has it */
struct device_matrix {
    int rows;
    int columns;
    int *row_start;
    int *column;
    scalar *value;
    scalar *inverse_diagonal;
};

void *device_malloc(size_t bytes);
void device_free(void *memory);
void device_upload(void *to, const void *from, size_t bytes);
void device_download(void *to, const void *from, size_t bytes);
void device_copy(void *to, const void *from, size_t bytes);
void device_wait(void);

void device_create_matrix(struct device_matrix *device, const struct csr_matrix *host);
void device_free_matrix(struct device_matrix *device);

/* y = A x */
void device_spmv(const struct device_matrix *matrix, const scalar *x, scalar *y);
/* x . y of this process; the order of the sum depends on n only */
scalar device_dot(int n, const scalar *x, const scalar *y);
/* both x . y and y . y in one pass */
void device_two_dots(int n, const scalar *x, const scalar *y, scalar result[2]);
/* y = y + a x */
void device_axpy(int n, scalar a, const scalar *x, scalar *y);
/* y = x + b y */
void device_xpby(int n, const scalar *x, scalar b, scalar *y);
/* z = x + a y */
void device_waxpy(int n, const scalar *x, scalar a, const scalar *y, scalar *z);
/* p = r + b (p - w v) */
void device_update_direction(int n, const scalar *r, scalar b, scalar w, const scalar *v, scalar *p);
/* x = x + a p + w s */
void device_update_solution(int n, scalar a, const scalar *p, scalar w, const scalar *s, scalar *x);
/* y = D^-1 x */
void device_scale_by_diagonal(const struct device_matrix *matrix, const scalar *x, scalar *y);
/* one damped Jacobi sweep, z = z + damping D^-1 (x - A z), of which az = A z is given */
void device_sweep(const struct device_matrix *matrix, scalar damping, const scalar *x, const scalar *az, scalar *z);

#ifdef __cplusplus
}
#endif

#endif
