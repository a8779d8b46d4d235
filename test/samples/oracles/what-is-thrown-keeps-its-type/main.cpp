#include <cstdio>
#include <vector>
struct Excess { double by; float share; Excess(double b, float s) : by(b), share(s) {} };
struct Plain { double value; int code; };
static double limit(double x, int how)
{
  if (how == 0) throw x * 1.1;
  if (how == 1) throw(x);
  if (how == 2) throw (float)(x / 3);
  if (how == 3) throw Excess(x / 7, 0.1f * x);
  if (how == 4) throw Plain{x / 9, 4};
  if (how == 5) throw how > 2 ? x : x / 3;
  if (how == 6) { static double kept[2] = {0.1, 0.2}; double *place = kept; throw place; }
  if (how == 7) { std::vector<double> several(2, x / 3); throw several; }
  return x;
}
static double again(double x, int how)
{
  try { return limit(x, how); }
  catch (double &e) { e /= 3; throw; }
  catch (float e) { float scaled = e * 1.3f; throw scaled; }
}
int main()
{
  double t = 0.8;
  for (int how = 0; how < 9; how++) {
    try { t = again(t + 0.1, how); }
    catch (double excess) { t = excess / 7; }
    catch (const float &f) { t = f / 9; }
    catch (Excess &e) { t = e.by + e.share; }
    catch (Plain p) { t = p.value * p.code; }
    catch (double *p) { t = p[1]; }
    catch (std::vector<double> &v) { t = v[1]; }
    std::printf("%.17g\n", t);
  }
}
