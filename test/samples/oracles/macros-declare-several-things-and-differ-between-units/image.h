#ifndef IMAGE_H
#define IMAGE_H
#ifdef MAIN_PART
#define EXT
#define INIT(x) = x
#else
#define EXT extern
#define INIT(x)
#endif
#ifdef __cplusplus
extern "C" {
#endif
typedef struct { double *p; double scale; } Image;
struct Deep {
  double a[2];
  struct { double in; } b;
};
EXT double level INIT(0.3);
EXT double table[2];
EXT int count(Image *i);
static inline double third(double x)
{
  double t = x / 3;
  return t;
}
#ifdef MAIN_PART
static double only(double x) { return x * 1.1; }
#endif
double work(Image *i, struct Deep d);
#ifdef __cplusplus
}
#endif
#undef EXT
#endif
