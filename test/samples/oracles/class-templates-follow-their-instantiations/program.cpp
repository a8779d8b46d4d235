#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

template <class T, int N = 8> class Field {
 public:
  using value_type = T;
  Field() : data(N), scale(T(0.9)) {}
  T &operator[](int i) { return data[i]; }
  value_type total() const {
    value_type s{};
    for (auto x : data) s += x;
    return s;
  }
  T unused() const { T q = scale; return q * T(3.1); }
  T spread() const { return scale; }
  T scale;

 private:
  std::vector<T> data;
};

template <class T> struct Heat {
  Field<T> now, next;
  T dt, weights[3];
  explicit Heat(T h);
  void step();
  T error(const Heat<T> &other) const;
};

template <class S> Heat<S>::Heat(S h) : dt{h}, weights{S(0.25), S(0.5), S(0.25)} {
  for (int i = 0; i < 8; i++) now[i] = std::exp(-h * i);
}

template <class T> void Heat<T>::step() {
  for (int i = 1; i < 7; i++) next[i] = weights[0] * now[i - 1] + weights[1] * now[i] + weights[2] * now[i + 1];
  for (int i = 1; i < 7; i++) now[i] = next[i] * now.spread() + dt;
}

template <class T> T Heat<T>::error(const Heat<T> &other) const { return std::abs(now.total() - other.now.total()); }

template <class T> T energy(const Heat<T> &heat) {
  T s = heat.now.total();
  return s * heat.dt;
}

template <class T> struct Pair { T a, b; };
template <class T> Pair<T> operator+(const Pair<T> &x, const Pair<T> &y) { return {x.a + y.a, x.b + y.b}; }
template <class T> Pair<T> operator*(T by, const Pair<T> &y) { return {by * y.a, by * y.b}; }
template class Field<double, 3>;

int main() {
  Heat<double> a(0.1), b(0.2);
  for (int k = 0; k < 5; k++) a.step(), b.step();
  auto e = energy(a);
  const double apart = a.error(b);
  Field<double>::value_type first = a.now[0];
  Pair<double> p{0.1, 0.7}, q = p + 0.3 * p;
  std::printf("%.17g %.17g %.17g %.17g\n", (double)e, (double)apart, (double)first, (double)(q.a + q.b));
  return 0;
}
