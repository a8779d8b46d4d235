/* The class declares what stands behind it: with one of the two changed, the call would find no body. */
#include <cstdio>

template <class T> class Body {
  T mass;

public:
  explicit Body(T m) : mass(m) {}
  template <class U> friend double weight(const Body<U> &, double gravity);
  friend double heavier(const Body &a, double by) { return a.mass * by; }
};

template <class U> double weight(const Body<U> &body, double gravity)
{
  double pulled = body.mass * gravity;
  return pulled / 3;
}

class Spring {
  double stiffness = 0.7;
  template <int N> friend double stretched(const Spring &, double length);
};

template <int N> double stretched(const Spring &spring, double length) { return spring.stiffness * length * N; }

int main()
{
  Body<double> apple(0.1);
  double g = 9.81, length = 0.3;
  std::printf("%.17g %.17g %.17g\n", weight(apple, g), heavier(apple, 1.1), stretched<3>(Spring(), length));
}
