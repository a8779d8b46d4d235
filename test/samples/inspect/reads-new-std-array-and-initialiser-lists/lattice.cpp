// A one-dimensional lattice Boltzmann diffusion solver with three speeds.
#include <array>
#include <cstdio>
#include <memory>
#include <vector>

using Cell = std::array<double, 3>;

class Lattice {
public:
  explicit Lattice(int cells) : cells_(cells), next_(new double[cells]), now_(cells, Cell{0.0, 0.0, 0.0}) {}
  ~Lattice() { delete[] next_; }
  Lattice(const Lattice &) = delete;
  Lattice &operator=(const Lattice &) = delete;

  void fill(double level)
  {
    for (int i = 0; i < cells_; ++i)
      for (int q = 0; q < 3; ++q) now_[i][q] = weights[q] * level * (i == cells_ / 2 ? 2.0 : 1.0);
  }

  void step(double omega)
  {
    for (int i = 0; i < cells_; ++i) {
      double density = 0.0;
      for (int q = 0; q < 3; ++q) density += now_[i][q];
      next_[i] = density;
    }
    for (int i = 0; i < cells_; ++i)
      for (int q = 0; q < 3; ++q) now_[i][q] += omega * (weights[q] * next_[i] - now_[i][q]);
  }

  double *density() { return next_; }

private:
  static constexpr double weights[3] = {2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0};
  int cells_;
  double *next_;
  std::vector<Cell> now_;
};

int main()
{
  const std::vector<double> levels{0.25, 0.5, 1.0};
  std::array<float, 4> omegas = {0.6f, 0.8f, 1.0f, 1.2f};
  std::unique_ptr<double[]> results(new double[levels.size()]);
  double corrections[] = {1.0, 0.5, 0.25};
  double *scratch = new double[3]{1.0, 2.0, 3.0};
  double *one = new double(0.5);

  Lattice lattice(101);
  for (std::size_t k = 0; k < levels.size(); ++k) {
    lattice.fill(levels[k]);
    for (float omega : omegas) lattice.step(omega);
    results[k] = lattice.density()[50] * corrections[k] + scratch[k] * *one;
  }
  std::printf("%.14f %.14f %.14f\n", results[0], results[1], results[2]);
  delete[] scratch;
  delete one;
  return 0;
}
