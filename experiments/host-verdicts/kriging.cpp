// Kriging (regression by a Gaussian process) of scattered soundings: a dense covariance matrix with the rational quadratic kernel and a nugget,
// solved by conjugate gradients. Every CHECK iterations the residual is computed anew from its definition; the solver stops or
// restarts there. Prints the norm of the weights, the fit and the predicted depth at a few places.
//   kriging [soundings] [tolerance] [limit of iterations]
#include <cmath>
#include <cstdio>
#include <cstdlib>

const int CHECK = 12;

struct Soundings {
  int count;
  double *x, *y;
  double *depth;  // below the mean
};

static double *numbers(size_t count)
{
  double *p = (double *)std::calloc(count, sizeof(double));
  if (!p) {
    std::fprintf(stderr, "kriging: not enough memory\n");
    std::exit(1);
  }
  return p;
}

// Places on a Halton sequence, depths of a smooth sea floor with ripples.
static double halton(int index, int base)
{
  double value = 0.0, digit = 1.0;
  for (int k = index; k > 0; k /= base) {
    digit /= base;
    value += digit * (k % base);
  }
  return value;
}

static double floorAt(double x, double y)
{
  return 3.0 * std::sin(2.5 * x) * std::cos(1.5 * y) - x * y + 0.2 * std::sin(23.0 * x + 17.0 * y);
}

// Covariance of two places: rational quadratic, a mixture of length scales.
static double covariance(double dx, double dy)
{
  const double length = 0.07, mixture = 1.3;
  double scaled = (dx * dx + dy * dy) / (2.0 * mixture * length * length);
  return std::pow(1.0 + scaled, -mixture);
}

static void assemble(const Soundings &s, double *matrix, double nugget)
{
  for (int i = 0; i < s.count; i++) {
    double *row = matrix + (size_t)i * s.count;
    for (int j = 0; j < s.count; j++) row[j] = covariance(s.x[i] - s.x[j], s.y[i] - s.y[j]);
    row[i] += nugget;
  }
}

// result = matrix · v, four rows of the symmetric matrix at a time.
static void multiply(const double *matrix, const double *v, double *__restrict result, int n)
{
  for (int i = 0; i < n; i++) result[i] = 0.0;
  for (int j = 0; j < n; j += 4) {
    const double *r0 = matrix + (size_t)j * n;
    const double *r1 = r0 + n;
    const double *r2 = r1 + n;
    const double *r3 = r2 + n;
    double v0 = v[j], v1 = v[j + 1], v2 = v[j + 2], v3 = v[j + 3];
    for (int i = 0; i < n; i++) result[i] += r0[i] * v0 + r1[i] * v1 + r2[i] * v2 + r3[i] * v3;
  }
}

static double dot(const double *a, const double *b, int n)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Conjugate gradients from zero; the number of iterations.
static int solve(const double *matrix, const double *rhs, double *weights, int n, double tolerance, int limit)
{
  double *r = numbers(n), *p = numbers(n), *q = numbers(n);
  for (int i = 0; i < n; i++) {
    r[i] = rhs[i];
    p[i] = rhs[i];
  }
  double rr = dot(r, r, n);
  double target = tolerance * std::sqrt(rr);
  int iteration = 0;
  while (iteration < limit) {
    multiply(matrix, p, q, n);
    double alpha = rr / dot(p, q, n);
    for (int i = 0; i < n; i++) {
      weights[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    iteration++;
    if (iteration % CHECK == 0) {
      multiply(matrix, weights, q, n);
      for (int i = 0; i < n; i++) r[i] = rhs[i] - q[i];
    }
    double next = dot(r, r, n);
    if (iteration % CHECK == 0 && std::sqrt(next) <= target) break;
    double beta = iteration % CHECK == 0 ? 0.0 : next / rr;
    rr = next;
    for (int i = 0; i < n; i++) p[i] = r[i] + beta * p[i];
  }
  std::free(r);
  std::free(p);
  std::free(q);
  return iteration;
}

static double predict(const Soundings &s, const double *weights, double x, double y)
{
  double sum = 0.0;
  for (int j = 0; j < s.count; j++) sum += weights[j] * covariance(x - s.x[j], y - s.y[j]);
  return sum;
}

int main(int argc, char **argv)
{
  int count = argc > 1 ? std::atoi(argv[1]) : 2800;
  double tolerance = argc > 2 ? std::atof(argv[2]) : 1e-9;
  int limit = argc > 3 ? std::atoi(argv[3]) : 300;
  if (count < 4 || count % 4 != 0 || limit < 1) {
    std::fprintf(stderr, "usage: kriging [soundings, a multiple of 4] [tolerance] [limit of iterations]\n");
    return 2;
  }
  Soundings s = {count, numbers(count), numbers(count), numbers(count)};
  for (int k = 0; k < count; k++) {
    s.x[k] = halton(k + 1, 2);
    s.y[k] = halton(k + 1, 3);
    s.depth[k] = floorAt(s.x[k], s.y[k]);
  }
  double nugget = 10.0;
  double *matrix = (double *)std::malloc((size_t)count * count * sizeof(double));
  if (!matrix) return 1;
  double *weights = numbers(count);
  assemble(s, matrix, nugget);
  int iterations = solve(matrix, s.depth, weights, count, tolerance, limit);

  std::printf("norm of the weights  %.12e\n", std::sqrt(dot(weights, weights, count)));
  std::printf("fit                  %.12e\n", dot(weights, s.depth, count));
  for (int k = 0; k < 8; k++) {
    double x = 0.1 + 0.1 * k, y = 0.15 + 0.09 * k;
    std::printf("depth at %.2f %.2f   %.12e\n", x, y, predict(s, weights, x, y));
  }
  std::fprintf(stderr, "%d iterations\n", iterations);
  std::free(matrix);
  std::free(weights);
  return 0;
}
