#include <stdio.h>
#include <stdlib.h>

static double dot(const double *x, const double *y, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void moments(const double *x, int n, double *mean, double *square)
{
    double first = 1.0, second = 2.0;
    for (int i = 0; i < n; i++) {
        first += x[i];
        second -= x[i] * x[i] - 0.5;
    }
    *mean = first / n;
    *square = second / n;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    double *x = (double *)malloc(n * sizeof(double)), *y = (double *)malloc(n * sizeof(double));
    for (int i = 0; i < n; i++) {
        x[i] = 1.0 + i % 17 / 7.0;
        y[i] = 1.0 / (i + 1);
    }
    double mean, square;
    moments(x, n, &mean, &square);
    double rest = 0.0;
    for (int i = n - 1; i >= 0; i--) {
        if (i % 3 == 0)
            continue;
        rest += y[i];
    }
    printf("%.17g %.17g %.17g %.17g\n", dot(x, y, n), mean, square, rest);
    free(x);
    free(y);
    return 0;
}
