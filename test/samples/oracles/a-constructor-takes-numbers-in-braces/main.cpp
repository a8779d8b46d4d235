#include <array>
#include <cstdio>
#include <initializer_list>

template <typename Scalar, int N>
class Row {
 public:
  Row() { m_.fill(Scalar(0)); }
  Row(std::initializer_list<Scalar> values)
  {
    int k = 0;
    for (auto value : values) m_[k++] = value;
  }
  Scalar operator[](int i) const { return m_[i]; }
  Row operator+(const Row &other) const
  {
    Row sum(*this);
    for (int i = 0; i < N; i++) sum.m_[i] = m_[i] + other.m_[i];
    return sum;
  }

 private:
  std::array<Scalar, N> m_;
};
using Row3 = Row<double, 3>;

struct Polynomial {
  Polynomial(double shift, std::initializer_list<double> given) : shift(shift)
  {
    for (double value : given) coefficients[degree++] = value;
  }
  double operator()(double x) const
  {
    double sum = 0;
    for (int i = degree; i-- > 0;) sum = sum * (x - shift) + coefficients[i];
    return sum;
  }
  double shift, coefficients[8];
  int degree = 0;
};

static Row3 gradient(double p, double t)
{
  const double e = p * t;
  return {e, -p * t * e, 1.0};
}

struct Cell {
  Row3 row;
  double weight;
};

int main()
{
  double q = 0.1;
  Row3 slope = gradient(0.3, 0.7), sum{q, 2 * q, 1}, third = {q, q / 3, slope[0]};
  sum = sum + Row3{q, slope[1], 0.1} + third;
  Cell cell = {{q, 2 * q, 3.0}, q / 7};
  Polynomial f(q / 9, {q, 1 / 3.0, sum[0]}), g{0.5, {q * 3, 0.7}};
  std::printf("%.17g %.17g %.17g %.17g\n", slope[0], slope[1], sum[1], cell.row[1] * cell.weight);
  std::printf("%.17g %.17g\n", f(0.2), g(q));
}
