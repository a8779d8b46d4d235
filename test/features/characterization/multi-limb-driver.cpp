// For each line "limbs operation a b" (doubles as C's %a): the result's limbs, most significant first, sign and exponent.
#include <cstdio>
#include <initializer_list>

#include "../../../runtime/characterize/multi-limb.h"

using namespace mx_characterize;

template <int N> void answer(char operation, double a, double b) {
  const multi_limb<N> x = limbs_of<N>(a), y = limbs_of<N>(b);
  // a second operation on the result: operands of full length
  const multi_limb<N> once = operation == '+' ? x + y : operation == '-' ? x - y : operation == '/' ? x / y : x * y;
  const multi_limb<N> z = operation == '*' ? once * once : operation == '/' ? once / (y * y) : once + x * y;
  for (const multi_limb<N> &one : {once, z}) {
    std::printf("%d %d ", one.sign, one.exponent);
    for (int i = N - 1; i >= 0; i--) std::printf("%08x", one.limb[i]);
    std::printf(" %a\n", nearest_double(one));
  }
}

int main() {
  int limbs;
  char operation;
  double a, b;
  while (std::scanf("%d %c %la %la", &limbs, &operation, &a, &b) == 4) {
    if (limbs == 1) answer<1>(operation, a, b);
    if (limbs == 2) answer<2>(operation, a, b);
    if (limbs == 4) answer<4>(operation, a, b);
    if (limbs == 8) answer<8>(operation, a, b);
  }
  return 0;
}
