#include <cstdio>
#include <memory>
#include <vector>
struct Holder { std::vector<double> v; std::vector<double> *get() { return &v; } std::vector<double> &ref() { return v; } };
int main() {
  std::shared_ptr<std::vector<double>> shared = std::make_shared<std::vector<double>>(1, 0.1);
  shared->push_back(0.9); (*shared).push_back(0.8); const std::shared_ptr<const std::vector<double>> view = shared; std::printf("%.17g\n", (*view)[2]);
  shared->at(0) *= 3;
  auto unique = std::make_unique<std::vector<double>>();
  unique->push_back(0.7); unique->emplace_back(0.3); unique->insert(unique->begin(), 0.2); (*unique).push_back(0.6);
  std::vector<double> plain, *pointer = &plain;
  pointer->push_back(0.55); (*pointer).push_back(0.45);
  Holder h; h.get()->push_back(0.35); h.ref().push_back(0.15); h.v.push_back(0.65);
  std::vector<std::vector<double>> rows(2); rows[1].push_back(0.85); rows.back().push_back(0.95); rows.front().assign(2, 0.05);
  std::printf("%.17g %.17g\n", shared->back(), shared->front());
  for (double x : *unique) std::printf("%.17g ", x);
  for (double x : plain) std::printf("%.17g ", x);
  for (double x : h.v) std::printf("%.17g ", x);
  for (auto &r : rows) for (double x : r) std::printf("%.17g ", x);
  std::printf("\n");
}
