/* Gauss elimination with partial pivoting, in the C of 1978. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define N 40

double *vector();

double *vector(n)
int n;
{
    return (double *) malloc(n * sizeof(double));
}

double residual(a, x, b, n)
double a[N][N];
double *x, *b;
int n;
{
    double worst, row;
    int i, j;

    worst = 0.0;
    for (i = 0; i < n; i++) {
        row = -b[i];
        for (j = 0; j < n; j++)
            row += a[i][j] * x[j];
        if (fabs(row) > worst)
            worst = fabs(row);
    }
    return worst;
}

int eliminate(a, b, tiny, n)
double a[N][N], b[];
double tiny;
int n;
{
    int i, j, k, p;
    double factor, swap;

    for (k = 0; k < n; k++) {
        p = k;
        for (i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        if (fabs(a[p][k]) < tiny)
            return k + 1;
        for (j = k; j < n; j++) {
            swap = a[k][j];
            a[k][j] = a[p][j];
            a[p][j] = swap;
        }
        swap = b[k];
        b[k] = b[p];
        b[p] = swap;
        for (i = k + 1; i < n; i++) {
            factor = a[i][k] / a[k][k];
            for (j = k; j < n; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    return 0;
}

double matrix[N][N], copy[N][N];

int main()
{
    double *x, *b, *right;
    int i, j;

    x = vector(N);
    b = vector(N);
    right = vector(N);
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++)
            copy[i][j] = matrix[i][j] = 1.0 / (1.0 + abs(i - j));
        right[i] = b[i] = 1.0 + i;
    }
    if (eliminate(matrix, b, 1.0e-12, N) != 0) {
        fprintf(stderr, "singular\n");
        return 1;
    }
    for (i = N - 1; i >= 0; i--) {
        x[i] = b[i];
        for (j = i + 1; j < N; j++)
            x[i] -= matrix[i][j] * x[j];
        x[i] /= matrix[i][i];
    }
    printf("%.3e\n", residual(copy, x, right, N));
    return 0;
}
