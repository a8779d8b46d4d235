#include <cstdio>
static double guard(double x) { return x < 2 ? x : throw x / 7; }
int main() { try { std::printf("%.17g\n", guard(3.7)); } catch (double v) { std::printf("c %.17g\n", v); } }
