// The kernels that are timed, a few of them, for a test that looks at what the compiler makes of them.
#include "../../../runtime/characterize/cuda/arithmetic.cuh"

using namespace mx_characterize;
#define CHAIN(T, OP) template __global__ void mx_characterize::timed<ArithmeticBody<T, OP, 1>>(int, ArithmeticBody<T, OP, 1>, Span *, unsigned *);
CHAIN(float, Add)
CHAIN(float, Mul)
CHAIN(float, MinMax)
CHAIN(float, FastDiv)
CHAIN(double, Add)
CHAIN(double, Fma)
CHAIN(__half, Add)
CHAIN(mx_runtime::cmp64x2, Add)
