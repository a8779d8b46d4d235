#pragma once

#include "grid.hpp"

#include <cmath>

template <class T>
struct Report {
  int sweeps;
  T residual;
};

/** Gauss-Seidel with over-relaxation for Poisson's equation on the unit square. */
template <class T>
class Relaxation {
public:
  Relaxation(int size, T omega) : omega_(omega), spacing_(T(1) / (size - 1)), field_(size, size), source_(size, size)
  {
    for (int row = 0; row < size; row++)
      for (int column = 0; column < size; column++) {
        T x = column * spacing_, y = row * spacing_;
        source_(row, column) = std::exp(-T(20) * ((x - T(0.5)) * (x - T(0.5)) + (y - T(0.4)) * (y - T(0.4))));
      }
  }

  T sweep()
  {
    T change = 0;
    T scale = spacing_ * spacing_;
    for (int row = 1; row < field_.rows() - 1; row++)
      for (int column = 1; column < field_.columns() - 1; column++) {
        T around = field_(row - 1, column) + field_(row + 1, column) + field_(row, column - 1) + field_(row, column + 1);
        T step = omega_ * (T(0.25) * (around + scale * source_(row, column)) - field_(row, column));
        field_(row, column) += step;
        change += step * step;
      }
    return std::sqrt(change);
  }

  Report<T> solve(int most)
  {
    T residual = 0;
    for (int sweeps = 0; sweeps < most; sweeps++) residual = sweep();
    return {most, residual};
  }

  const Grid<T> &field() const { return field_; }

private:
  T omega_, spacing_;
  Grid<T> field_, source_;
};
