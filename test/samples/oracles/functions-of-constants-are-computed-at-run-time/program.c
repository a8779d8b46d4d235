#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef float p112_real;
#define p112_REAL float
#define p112_SQUARE(x) ((x) * (x))
#define p112_MIX(a, b) ((a) + 0.25 * ((b) - (a)))
#define p112_TWIST(x) (p112_MIX(x, 4) - p112_HALF * p112_SQUARE((x) * 0.5))
#define p112_HALF 0.1
#define p112_EPS 0.001f
static double p112_f0(float a1, double a2)
{
  p112_REAL t3 = copysign(2 * a1, fmax(p112_EPS, a1));
  t3 += (p112_EPS * 0.52743284416) * 2.509e0;
  t3 = ((double)2.0) - (p112_SQUARE(p112_HALF));
  a1 = a1 / (1.25 + fabs(a1));
  a2 = a2 / (1.25 + fabs(a2));
  t3 = t3 / (1.25 + fabs(t3));
  return 2.0;
}
static double p112_f4(double a5)
{
  double t6 = p112_f0(3, (3.f + 2));
  if (t6 >= a5 || p112_HALF == 1.0) return p112_TWIST(1E-1F);
  a5 /= 3;
  a5 = a5 / (1.25 + fabs(a5));
  t6 = t6 / (1.25 + fabs(t6));
  return (p112_EPS >= 1.f) * (t6 * p112_EPS);
}
struct p112_Point33 { double x, y; };
struct p112_Body34 { struct p112_Point33 at; float mass; float v[3]; int id; };
static struct p112_Body34 p112_make35(float x, p112_real m, int id)
{
  struct p112_Body34 b = {{x, x * 0.5}, m, {0.1, x, m}, id};
  b.at.y += 0.3;
  return b;
}
static double p112_apply36(struct p112_Body34 b)
{
  b.at.x -= 0.25 * ((1.0f/3) * (b.v[1]));
  b.at.x -= 0.25 * ((b.id + 3.f));
  b.at.x = b.at.x / (1.25 + fabs(b.at.x));
  b.at.y = b.at.y / (1.25 + fabs(b.at.y));
  b.mass = b.mass / (1.25 + fabs(b.mass));
  b.v[1] = b.v[1] / (1.25 + fabs(b.v[1]));
  return b.at.x + b.at.y * b.mass + b.v[0];
}
static void p112_update37(struct p112_Body34 *b, double by)
{
  b->at.x += by * b->mass;
  b->at.y -= 0.1f * by;
  b->v[b->id % 3] *= by;
  b->mass++;
  (*b).mass /= 1.7;
}
static void p112_run(int n)
{
  double v7 = (n / 2 + n), v8 = p112_EPS - p112_EPS;
  double v9 = p112_EPS * (0x1.6p-1), v10 = (v7) / (v8 * v8 + 1.5), v11 = (p112_EPS < p112_HALF) * p112_HALF;
  double v12 = pow(1.25, v7), v13 = -v10, v14 = (1.676e0 + 1.f);
  double v15 = atan2(v11, v12);
  float v16 = pow(1.25, p112_EPS), v17 = (v11 < v13) * n, v18 = p112_TWIST(v11), v19 = (n / 2 + v11);
  p112_real v20 = sqrt(fabs(8E-1F) + 2.653e0), v21 = -3.f, v22 = v14 * n;
  v17 = pow(fabs((double)v15) + 0.5, 1.5f);
  for (int k2 = 0; k2 < 2; k2++) { for (int k1 = 0; k1 < 2; k1++) { v16 -= 0.25 * (cbrt(1.3557)); v20 = 0.5 + sin(v20); } v18 = v18 / (1.5 + fabs(v18)); }
  v14 += (p112_SQUARE(v19)) * 2.0965;
  v19 = v19 / (1.25 + fabs(v19));
  v20 = v20 / (1.25 + fabs(v20));
  v21 = v21 / (1.25 + fabs(v21));
  v22 = v22 / (1.25 + fabs(v22));
  printf("soup %.17g %a %.17g %a\n", v19, v20, v21, v22);
  float v23 = p112_TWIST(v17), v24 = (3E-1F) * v11, v25 = p112_f0(v15, v14), v26 = v20 * v19;
  p112_real v27 = (1.0f/3) * v22, v28 = (n / 2 + 2.32f), v29 = p112_f0(1.06763835074, v15), v30 = (n / 2 + 1.f);
  double v31 = 2.33 - v10, v32 = fmin(2.0792146119522, v21);
  v22 = ((2 * 0.35) * n) * (2.66516739903 * v24);
  for (int k2 = 0; k2 < 3; k2++) { if (v28) v28 = p112_SQUARE(1.2538530819); v25 = fmod(v25, 3.0); }
  v13 = v11 = (1.0f/3) * ((p112_HALF > v12) * v29);
  v29 = v29 / (1.25 + fabs(v29));
  v30 = v30 / (1.25 + fabs(v30));
  v31 = v31 / (1.25 + fabs(v31));
  v32 = v32 / (1.25 + fabs(v32));
  printf("soup %.17g %a %.17g %a\n", v29, v30, v31, v32);
  struct p112_Body34 s38 = p112_make35(atan2(v13, v12), p112_f4(v32), 1);
  struct p112_Body34 bodies39[3];
  for (int i = 0; i < 3; i++) { bodies39[i] = p112_make35(0.1 * (i + 1), (v15 * v22), i); p112_update37(&bodies39[i], 0.7); }
  struct p112_Body34 copy40 = bodies39[1];
  struct p112_Body34 *ptr41 = &bodies39[2];
  ptr41->at.x = ptr41->at.y = s38.mass * 0.3;
  p112_update37(&s38, p112_apply36(bodies39[0]) * 0.25);
  struct p112_Point33 d42 = {.y = 0.1, .x = copysign(v22, v18)};
  copy40.at = d42;
  printf("structs %.17g %a %.17g %a %.17g %a\n", s38.at.x, s38.v[1], bodies39[2].at.x, copy40.mass, p112_apply36(copy40), ptr41->at.y);
  double arr43[6] = {1.066540767, 2.549914664};
  double mat44[3][4], sum45 = 0;
  for (int i = 0; i < 6; i++) { v24 = v27 = (v15 <= v8) * (pow(1.25, v32)); arr43[i] = (p112_MIX(i, v19)) * ((v31 + v16)); arr43[i] = arr43[i] / (1.5 + fabs(arr43[i])); }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) mat44[i][j] = (1.0/3.0) * ((v19 < v18 ? 2.6296 : v20));
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) { mat44[i][j] *= 0.5; sum45 += mat44[i][j] * arr43[j]; }
  printf("arrays %.17g %a %.17g %a\n", arr43[0], arr43[5], mat44[2][3], sum45);
}

int main(int argc, char **argv)
{
  int n = argc > 1 ? atoi(argv[1]) : 3;
  printf("== p112_run\n");
  p112_run(n);
  return 0;
}
