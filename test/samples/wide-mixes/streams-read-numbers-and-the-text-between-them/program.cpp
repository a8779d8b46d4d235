#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

struct Reading { double time, value; };

static double read(const char *text) {
  std::istringstream in(text);
  double given = -1;
  in >> given;
  std::string rest;
  const bool failed = in.fail(), ended = in.eof();
  in.clear();
  in >> rest;
  std::printf("%s: %d %d '%s'\n", text, failed, ended, rest.c_str());
  return given;
}

int main() {
  std::istringstream table("0.1,1.7\n0.25,-2.9e-1\n.5,+3\n1e1,7.;\n");
  std::vector<Reading> readings;
  Reading one;
  char between;
  while (table >> one.time >> between >> one.value) {
    readings.push_back(one);
    if (table.peek() == ';') table.get();
  }
  double area = 0;
  for (size_t i = 1; i < readings.size(); i++)
    area += (readings[i].time - readings[i - 1].time) * (readings[i].value + readings[i - 1].value) / 2;
  std::printf("%zu %.17g\n", readings.size(), area);

  std::stringstream numbers("0.1 0.2 0.3 0.12345678901234567890123456789 x 5");
  double sum = 0, next[2];
  float least = 1;
  while (numbers >> next[0]) {
    sum += next[0];
    if (next[0] < least) least = next[0];
  }
  std::printf("%.17g %.9g %d\n", sum, least, numbers.eof());
  for (const char *text : {"1e5", "12abc", "1e", "-", "", "1.2.3", "--1", "0x10", "1e999", "-1e999", "  7 8", "3e+2e1", "nan"})
    std::printf("%.17g\n", read(text));
  return 0;
}
