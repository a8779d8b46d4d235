#include <cstdio>
#include <vector>
// A class that holds one container reads as a container itself: what its braces hold goes into it.
template <class T> struct Line {
  int n;
  std::vector<T> values;
  T at(int i) const { return values[i]; }
};
struct Pair {
  std::vector<double> first, second;
};
static double spread(const Line<double> &line, int i) { return line.at(i + 1) / 3 - line.at(i - 1) * 0.7; }
int main() {
  Line<double> line{8, std::vector<double>(8, 0.1)};
  line.values[5] = 0.3;
  Pair pair{std::vector<double>(2, 0.7), std::vector<double>{0.9, 1.1}};
  std::vector<double> copied{std::vector<double>(3, 0.6)};
  std::vector<std::vector<double>> rows{std::vector<double>(2, 0.2), std::vector<double>(2, 0.4)};
  double total = 0;
  for (int i = 1; i < 7; i++) total += spread(line, i);
  std::printf("%.17g %.17g %.17g %.17g\n", total, pair.first[1] / pair.second[0], copied[2], rows[1][1] / rows[0][0]);
}
