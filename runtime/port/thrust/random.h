// Engines and distributions. The linear congruential ones are the standard's, and thrust's, bit for bit; the distributions are
// computed as thrust documents them.
#ifndef MANTISSA_THRUST_RANDOM_H
#define MANTISSA_THRUST_RANDOM_H
#include "../cuda_runtime.h"
namespace thrust {
namespace random {
/** x ← a·x mod 2^31 − 1. */
template <unsigned a> struct linear_congruential {
  using result_type = unsigned;
  static constexpr unsigned min = 1, max = 2147483646, default_seed = 1;
  explicit linear_congruential(unsigned s = default_seed) { seed(s); }
  void seed(unsigned s = default_seed) { x_ = s % 2147483647u ? s % 2147483647u : 1; }
  unsigned operator()() { return x_ = unsigned(x_ * 1ull * a % 2147483647u); }
  void discard(unsigned long long n) {
    unsigned long long power = a, factor = 1;
    for (; n; n >>= 1, power = power * power % 2147483647u)
      if (n & 1) factor = factor * power % 2147483647u;
    x_ = unsigned(x_ * factor % 2147483647u);
  }

 private:
  unsigned x_;
};
using minstd_rand = linear_congruential<48271>;
using minstd_rand0 = linear_congruential<16807>;
using default_random_engine = minstd_rand;

template <class T = double> struct uniform_real_distribution {
  using result_type = T;
  explicit uniform_real_distribution(T first = 0, T last = 1) : a(first), b(last) {}
  template <class E> T operator()(E &engine) {
    const T unit = T(engine() - E::min) / (T(1) + T(E::max - E::min));
    return unit * (b - a) + a;
  }
  void reset() {}
  T a, b;
};
template <class T = int> struct uniform_int_distribution {
  using result_type = T;
  explicit uniform_int_distribution(T first = 0, T last = std::numeric_limits<T>::max()) : a(first), b(last) {}
  template <class E> T operator()(E &engine) { return T(uniform_real_distribution<double>(double(a), double(b) + 1)(engine)); }
  void reset() {}
  T a, b;
};
template <class T = double> struct normal_distribution {
  using result_type = T;
  explicit normal_distribution(T m = 0, T s = 1) : mean(m), deviation(s) {}
  template <class E> T operator()(E &engine) {
    const T unit = (T(engine() - E::min) + T(1)) / (T(2) + T(E::max - E::min));
    return mean + deviation * T(mx_runtime::port::normal_quantile(double(unit)));
  }
  void reset() {}
  T mean, deviation;
};
}  // namespace random
using namespace random;
}  // namespace thrust
#endif
