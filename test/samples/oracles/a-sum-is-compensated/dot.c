#include <stdio.h>
#include <math.h>

static double dot(const double *x, const double *y, int n)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

int main(void)
{
    enum { n = 10000 };
    static double x[n], y[n];
    for (int i = 0; i < n; i++) {
        x[i] = sin(i * 0.1) + 1.3;
        y[i] = cos(i * 0.3) + 1.2;
    }
    double total = 0, rest = 1, fused = 0; // three
    int k = 0;
    #pragma GCC unroll 4
    while (k < n) { // the loop
        if (k % 3 == 0) total -= x[k] + y[k];
        else {
            total = total + x[k];
            total = y[k] / 3 + total;
        }
        rest += k % 2 ? x[k] : -y[k];
        fused = fma(x[k], y[k], fused);
        k++;
    } /* done */
    printf("%.17g %.17g %.17g %.17g\n", dot(x, y, n), total, rest, fused);
    return 0;
}
