#include <stdio.h>
#include <stdlib.h>

/* distances, with squares that are far larger than what goes in and comes out */
void distance(int n, const float *restrict x, const float *restrict y, float *restrict d)
{
    for (int i = 0; i < n; i++) {
        float square = x[i] * x[i] + y[i] * y[i];
        d[i] = square * 0.001f;
    }
}

void scale(int n, float factor, const float *restrict x, float *restrict d)
{
    for (int i = 0; i < n; i++) d[i] = factor * x[i];
}

float sum(int n, const float *x)
{
    float s = 0.0f;
    for (int i = 0; i < n; i++) s += x[i];
    return s;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 101;
    float *x = malloc(4 * n), *y = malloc(4 * n), *d = malloc(4 * n);
    for (int i = 0; i < n; i++) {
        x[i] = 3.0f * i;
        y[i] = 2.0f * i + 1.0f;
    }
    distance(n, x, y, d);
    printf("%g\n", d[n - 1]);
    printf("%g\n", sum(n, x));
    scale(n, 1000.0f, x, d);
    printf("%g\n", d[n - 1]);
    return 0;
}
