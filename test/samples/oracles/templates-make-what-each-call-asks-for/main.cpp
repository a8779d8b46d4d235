// Templates that make arrays with new: what they make has the type that each call asks for.
#include <cstdio>
#include <new>

template <class T> T **matrix(int rows, int columns)
{
  T **a = new T *[rows];
  a[0] = new T[rows * columns];
  for (int i = 1; i < rows; i++) a[i] = a[i - 1] + columns;
  return a;
}

template <class T> T *one(T value)
{
  T *p = new T(value);
  return p;
}

template <class T> T *row(int n)
{
  return ::new (std::nothrow) T[n]();
}

template <class T> T total(int n)
{
  T *a = new T[n], s = 0;
  for (int i = 0; i < n; i++) a[i] = T(0.1) * i;
  for (int i = 0; i < n; i++) s += a[i];
  delete[] a;
  return s;
}

template <class T> struct Buffer {
  T *data;
  explicit Buffer(int n) : data(new T[n]{}) {}
  ~Buffer() { delete[] data; }
};

template <class T> void flood(T *a, int n, double v)
{
  for (int i = 0; i < n; i++) a[i] = v;
}

int main()
{
  double flooded[2];
  flood(flooded, 2, 0.1);
  std::printf("%.17g\n", flooded[1]);
  float **m = matrix<float>(3, 4);
  for (int i = 0; i < 12; i++) m[0][i] = i / 7.0f;
  float *single = one(0.3f), *r = row<float>(3), *braces = ::new float[2]{0.1f, 0.7f};
  float *parentheses = new (float)(0.6f), *quiet = new (std::nothrow) float[4]();
  double *wide = row<double>(2);
  wide[1] = 0.1, r[2] = 0.9f, quiet[3] = 0.55f;
  Buffer<float> b(3);
  Buffer<double> d(3);
  b.data[2] = *single * r[2];
  d.data[1] = wide[1] / 3;
  std::printf("%.9g %.9g %.9g %.9g %.9g\n", m[2][3], *single, braces[1] * 0.3f, *parentheses, quiet[3]);
  std::printf("%.9g %.17g %.17g %.9g\n", b.data[2], wide[1], d.data[1], total<float>(9));
  return 0;
}
