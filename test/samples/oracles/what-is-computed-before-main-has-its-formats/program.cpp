#include <cstdio>

double root(double x) {
  double y = x;
  for (int k = 0; k < 20; k++) y = 0.5 * (y + x / y);
  return y;
}

struct Table {
  double entries[4];
  Table() {
    for (int k = 0; k < 4; k++) entries[k] = root(k + 2.3);
  }
} table;

int main() {
  for (int k = 0; k < 4; k++) printf("%.17g\n", root(table.entries[k]));
  return 0;
}
