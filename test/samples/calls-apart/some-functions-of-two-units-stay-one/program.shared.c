double shared(double x);
static double own(double x) { return x / 3 - x * 0.01; }
double third(double x) { return shared(x) + own(x) * own(x + 1); }
double shared(double x) { return own(x) + 1; }
