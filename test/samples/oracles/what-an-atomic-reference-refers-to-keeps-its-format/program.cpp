#include <atomic>
#include <cstdio>
static void raise(std::atomic_ref<double> to, double by) { to.fetch_add(by); }
int main() {
  double plain = 0.4, other = 0.1, values[3] = {0.1, 0.2, 0.3}, kept = 0.7;
  std::atomic_ref<double> shared(plain);
  shared += 0.01;
  std::atomic_ref second(values[1]);
  second.store(0.9);
  raise(std::atomic_ref<double>{other}, kept * 0.1);
  std::printf("%.17g %.17g %.17g %.17g\n", plain, values[1], other, kept);
}
