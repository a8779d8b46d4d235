// A pair's own constructor takes any type and converts: what is given it in braces need not keep the type it had.
#include <cstdio>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

int main(int argc, char **)
{
  float x = argc / 7.0f, kept = argc / 11.0f;
  std::vector<std::pair<double, int>> pairs;
  std::vector<std::tuple<double, int, float>> triples;
  pairs.push_back({x / 3, 1});
  pairs.push_back({kept / 3, 2});
  triples.push_back({x / 9, 1, x / 13});
  std::pair<double, float> mixed{x / 3, x / 17};
  std::map<int, double> map;
  map.insert({2, x / 3});
  printf("%.17g %.17g %.17g\n", pairs[0].first, pairs[1].first, map[2]);
  printf("%.17g %.17g %.17g %.17g\n", std::get<0>(triples[0]), std::get<2>(triples[0]), mixed.first, mixed.second);
  return 0;
}
