#include <algorithm>
#include <any>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

// an overrider is given what the call of the base gives
struct Shape {
  virtual double measure(double x, void *context) = 0;
  virtual void *room(std::size_t bytes) = 0;
  virtual ~Shape() {}
};
struct Square : Shape {
  double measure(double x, void *context) override
  {
    double *c = (double *) context;
    return c[0] * x;
  }
  void *room(std::size_t bytes) override { return std::malloc(bytes); }
};

// read before the lambdas it is called with
template <class F> void each(F f, double *numbers, void *context) { f(numbers, context); }

// what a thread starts with, and is given
static void sweep(double *cells, int from, int to, double by)
{
  for (int i = from; i < to; i++) cells[i] = cells[i] * by + .1;
}
static void combine(void *p, double &out)
{
  double *parts = static_cast<double *>(p);
  out = parts[0] / 3 + parts[1];
}
static double total(const double *row, int n)
{
  double sum = 0;
  while (n--) sum += row[n];
  return sum;
}
struct Relax {
  double rate;
  void run(double *line, int n)
  {
    for (int i = 0; i < n; i++) line[i] *= rate;
  }
  void operator()(void *q) const { static_cast<double *>(q)[0] /= rate; }
};
// the library's argument chooses between them
struct Show {
  void operator()(int i) const { std::printf("%d ", i); }
  void operator()(double d) const { std::printf("%.17g ", d / 3); }
};
template <class... Ts> struct Either : Ts... { using Ts::operator()...; };
template <class... Ts> Either(Ts...) -> Either<Ts...>;
static double opened(std::pair<void *, int> held)
{
  void *first = held.first;
  double *inside = static_cast<double *>(first);
  return inside[0] / 3;
}
struct Halve {
  void operator()(double *z) const { *z /= 3; }
};

int main()
{
  double shape[2] = {.1, .2}, numbers[2] = {.3, .4}, context[2] = {.7, .9};
  Square square;
  Shape *base = &square;
  double *room = (double *) base->room(2 * sizeof(double));
  room[1] = base->measure(.1, shape);
  each([](double *s, void *t) { double *u = (double *) t; s[0] = u[1] / 3; }, numbers, context);

  double cells[4] = {.1, .2, .3, .4}, parts[2] = {.3, .7}, out = 0, line[2] = {.5, .6}, one[2] = {.7, .8};
  std::vector<std::thread> workers;
  for (int k = 0; k < 2; k++) workers.emplace_back(sweep, cells, 2 * k, 2 * k + 2, 0.3);
  workers.push_back(std::thread(combine, parts, std::ref(out)));
  for (auto &worker : workers) worker.join();
  Relax relax{.7};
  std::thread method(&Relax::run, &relax, line, 2), object(relax, one);
  method.join();
  object.join();
  double row[2] = {.9, .1};
  auto later = std::async(std::launch::async, total, row, 2);
  auto bound = std::bind(total, row, 1);

  std::vector<double> values{.1, .2};
  std::for_each(values.begin(), values.end(), [](double &x) { x /= 3; });
  std::for_each(values.begin(), values.end(), [](auto &x) { x += x / 7; });
  std::transform(values.begin(), values.end(), values.begin(), [](auto x) { return x * x; });
  double leaf[2] = {.1, .7};
  std::vector<double *> pointers{leaf, leaf + 1};
  std::for_each(pointers.begin(), pointers.end(), Halve{});

  double kept[2] = {.1, .7}, erased[2] = {.5, .7}, stored[2] = {.3, .9};
  std::function<void(void *)> hidden = [](void *p) { double *y = (double *) p; y[0] /= 7; };
  hidden(kept);
  std::vector<void *> untyped;
  untyped.push_back(erased);
  for (void *p : untyped) {
    double *z = static_cast<double *>(p);
    z[0] *= .3;
  }
  std::any any = static_cast<double *>(stored);
  double *cast = std::any_cast<double *>(any);
  cast[0] /= 3;
  double paired[2] = {.1, .7};
  double pulled = opened({paired, 2});
  std::atomic<double> shared{.1};
  double expected = shared.load();
  while (!shared.compare_exchange_weak(expected, expected + .2)) {}
  std::variant<int, double> either = .7;
  std::visit(Show{}, either);
  std::visit(Either{[](int i) { std::printf("%d\n", i); }, [](double d) { std::printf("%.17g\n", d / 7); }}, either);
  double sorted[3] = {.5, .2, .4};
  std::qsort(sorted, 3, sizeof *sorted, [](const void *p, const void *q) {
    auto s = static_cast<const double *>(p), t = static_cast<const double *>(q);
    return (*s > *t) - (*s < *t);
  });

  std::printf("%.17g %.17g %.17g %.17g\n", room[1], numbers[0], cells[0], cells[3]);
  std::printf("%.17g %.17g %.17g %.17g %.17g\n", out, line[0], one[0], later.get(), bound());
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", values[0], leaf[1], kept[0], erased[0], stored[0], sorted[0]);
  std::printf("%.17g %.17g\n", pulled, expected + shared.load());
}
