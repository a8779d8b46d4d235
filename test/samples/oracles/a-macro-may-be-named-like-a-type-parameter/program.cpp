// `#define T double` stands for a type only until its #undef: the T of a template's head is another name.
#include <cstdio>

typedef double real;

#define T double
static T scale(T x) { return x / 3; }
#undef T

template <class T> struct Box {
  static real weight;
  T n;
  real get(double x) const;
};
template <class T> real Box<T>::weight = 2.3;
template <class T> real Box<T>::get(double x) const { return x * n / 9 + weight; }

template <class T> real pick(T n) { return n / 7.0; }

int main(int argc, char **)
{
  Box<int> box{argc + 2};
  printf("%.17g %.17g %.17g\n", scale(argc), box.get(argc / 11.0), pick(argc));
  return 0;
}
