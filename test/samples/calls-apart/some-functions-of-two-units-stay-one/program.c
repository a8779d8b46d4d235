#include <math.h>
#include <stdio.h>

double shared(double x); /* of the other unit */
static double keeps(double x);
static double applied(double (*f)(double), double x) { double y = f(x), z = f(x / 3); return y - z; }
static double plain(double x, double y) { double z = x * y; return z - sqrt(x) / 7; }
static double again(int n, double x) 
{
    if (n == 0) return x;
    double rest = again(n - 1, x / 1.3);
    return rest + plain(x, 0.1);
}
static double pointed(double x) { return x * 1.7; }
#define TWICE(f, x) (f(x) + f((x) * 0.9))
static double expanded(double x) { return x / 11; }
#ifdef COARSE
static double chosen(double x) { return x; }
#else
static double chosen(double x) { return x + x / 3; }
#endif

int main(void)
{
    double a = plain(0.3, 1.9), b = plain(a, 0.7);
    double c = applied(pointed, b), d = pointed(a);
    c += TWICE(expanded, b) + expanded(a);
    c += chosen(b) + chosen(a);
    double e = keeps(a), f = keeps(b), g = shared(a), h = shared(b);
    double k = again(3, b), l = again(2, a);
    a += c + d + e + f;
    b += g + h + k + l;
    printf("%.17g\n%.17g\n", a, b);
    return 0;
}

static double keeps(double x)
{
    static double last = 0.1;
    last = last / 3 + x;
    return last;
}
