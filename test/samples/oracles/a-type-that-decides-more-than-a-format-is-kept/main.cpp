#include <cstdio>
#include <cstdlib>

template <class T> struct Traits { static const char *name() { return "other"; } };
template <> struct Traits<float> { static const char *name() { return "single"; } };
template <> struct Traits<double> { static const char *name() { return "double"; } };

static int rank(float) { return 1; }
static int rank(double) { return 2; }

// a specialisation that the type chooses, at once and through another template
template <class T> const char *label() { return Traits<T>::name(); }
template <class T> T total(const T *p, int n)
{
  T s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  printf("%s\n", Traits<T>::name());
  return s;
}
template <class T> T most(const T *p, int n)
{
  T s = 0;
  for (int i = 0; i < n; i++) s = p[i] > s ? p[i] : s;
  printf("%s\n", label<T>());
  return s;
}

// an overload that the type chooses
template <class T> int ranked(T x)
{
  T y = x * x;
  return rank(y);
}

// a variable that each instantiation has for itself
template <class T> int counted(T x)
{
  static int calls = 0;
  calls += x > T(0);
  return calls;
}

// one instantiation, with calls that could each be given another type
template <class T> T *obtain(int n)
{
  static int calls = 0;
  printf("%s %d\n", label<T>(), ++calls);
  return (T *)malloc(n * sizeof(T));
}

template <class T> struct Pool {
  static int made;
  static T *get(int n)
  {
    ++made;
    return (T *)malloc(n * sizeof(T));
  }
};
template <class T> int Pool<T>::made = 0;

template <class T> class Buffer {
public:
  explicit Buffer(int n) : numbers((T *)malloc(n * sizeof(T))) { ++live; }
  ~Buffer() { free(numbers); }
  T &operator[](int i) { return numbers[i]; }
  static int live;

private:
  T *numbers;
};
template <class T> int Buffer<T>::live = 0;

template <class T> class Row {
public:
  explicit Row(int n) : numbers((T *)malloc(n * sizeof(T))) {}
  ~Row() { free(numbers); }
  T &operator[](int i) { return numbers[i]; }
  int kind() { return 1; }

private:
  T *numbers;
};
template <> class Row<float> {
public:
  explicit Row(int) {}
  float &operator[](int i) { return numbers[i]; }
  int kind() { return 2; }

private:
  float numbers[8];
};

int main()
{
  double a[4], x = 0.3;
  float b[4], y = 0.4f;
  for (int i = 0; i < 4; i++) a[i] = i / 7.0, b[i] = i / 3.0f;
  printf("%.17g %.9g\n", total(a, 4), (double)total(b, 4));
  printf("%.17g %.9g\n", most(a, 4), (double)most(b, 4));
  printf("%d %d\n", ranked(x), ranked(y));
  printf("%d %d\n", rank(x), rank(y));
  printf("%d\n", counted(x));
  printf("%d\n", counted(y));
  printf("%d\n", counted(x));
  double *c = obtain<double>(4), *d = obtain<double>(4);
  double *e = Pool<double>::get(4), *f = Pool<double>::get(4);
  Buffer<double> g(4), h(4);
  Row<double> r(4), s(4);
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    c[i] = e[i] = g[i] = r[i] = i / 7.0;
    d[i] = f[i] = h[i] = s[i] = i / 3.0;
    sum += c[i] * d[i] + e[i] * f[i] + g[i] * h[i] + r[i] * s[i];
  }
  printf("%.17g %d %d %d\n", sum, Pool<double>::made, Buffer<double>::live, r.kind());
  free(c), free(d), free(e), free(f);
  return 0;
}
