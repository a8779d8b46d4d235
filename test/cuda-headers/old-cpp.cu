// What C++17 removed or clang rejects by default, and nvcc with gcc accepts.
#include <stdio.h>
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>
#include <inttypes.h>
struct F : public std::unary_function<int, int> { int operator()(int a) const { return a; } };
int main(int argc, char **argv) {
  register int i = 3; std::vector<double> v(3); std::random_shuffle(v.begin(), v.end()); std::auto_ptr<int> p(new int(3)); std::count_if(v.begin(), v.end(), std::bind2nd(std::greater<double>(), 1.0));
  double d = argc; float f[2] = {d, d * 2}; float4 q = {d, d, d, d}; printf("%"PRId64"\n", (int64_t)3); char *s = "literal"; int n = argc; double vla[n]; vla[0] = f[0]; dim3 g = {n, n}; unsigned char c = {argc}; uint2 u = {i, n};
  return (int)vla[0] + q.x + s[0] + g.x + c + u.x;
}
