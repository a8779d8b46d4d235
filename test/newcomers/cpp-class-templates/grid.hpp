#pragma once

#include <cstddef>
#include <vector>

template <class T>
class Grid {
public:
  Grid(int rows, int columns, T value = T(0))
      : rows_(rows), columns_(columns), cells_(static_cast<std::size_t>(rows) * columns, value) {}

  T &operator()(int row, int column) { return cells_[static_cast<std::size_t>(row) * columns_ + column]; }
  const T &operator()(int row, int column) const { return cells_[static_cast<std::size_t>(row) * columns_ + column]; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }

  T sum() const
  {
    T total = T(0);
    for (const T &cell : cells_) total += cell;
    return total;
  }

private:
  int rows_, columns_;
  std::vector<T> cells_;
};
