// The chains that are timed, each by a name that a test finds in the machine code.
#include "../../../runtime/characterize/native/chains.h"

using namespace mx_characterize;

#define CHAIN(T, OP) \
  extern "C" void chain_##T##_##OP(mx_runtime::T &x, const Constants<mx_runtime::T> &c, int n) { advance<mx_runtime::T, OP>(x, c, n); } \
  template void mx_characterize::advance<mx_runtime::T, OP>(mx_runtime::T &, const Constants<mx_runtime::T> &, int);
CHAIN(fp32, Add)
CHAIN(fp32, Mul)
CHAIN(fp32, Div)
CHAIN(fp32, Sqrt)
CHAIN(fp64, Add)
CHAIN(fp64, Mul)
CHAIN(fp64, Div)
CHAIN(fp64, Sqrt)
