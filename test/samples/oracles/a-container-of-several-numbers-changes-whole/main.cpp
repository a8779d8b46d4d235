#include <cstdio>
#include <map>
#include <vector>
#include <utility>
int main() { std::vector<std::pair<std::pair<double, int>, double>> v; v.push_back({{0.1, 1}, 0.2}); std::map<double, double> m; m[0.1] = 0.3; std::pair<double, std::vector<double>> p{0.1, {0.2, 0.3}}; p.second[0] /= 3; std::printf("%.17g %.17g %.17g\n", v[0].second / 3 + v[0].first.first, m.begin()->first + m.begin()->second, p.first + p.second[0]); }
