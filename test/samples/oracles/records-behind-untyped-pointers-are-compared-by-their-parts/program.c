#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct num { double a, b; };
struct raw { uint64_t a; double b; };
struct vec { double x, y, z; };
struct flat { double v[3]; int n; };
struct point { struct vec at; double m; };
struct inner1 { double a; float b; };
struct inner2 { double c; float d; };
struct outer1 { struct inner1 i; double e; };
struct outer2 { struct inner2 j; double f; };
struct link { struct link *next; };
struct particle { double x, v; int id; };
struct wall { int id; double at; };
static uint64_t bits(void *p) { struct raw *r = p; return r->a; }
static double second(void *p) { return ((struct raw *)p)->b; }
static double spelt(void *p) { return ((struct { double v; int n; } *)p)->v; }
static double named(void *p) { struct late *q = (struct late { float f; double v; } *)p; return q->v; }
static struct link *pool;
static void *take(void)
{
  void *p = pool;
  if (!p) return malloc(sizeof(struct particle));
  pool = pool->next;
  return p;
}
static void give(void *p) { struct link *l = p; l->next = pool; pool = l; }
static double visit(void *user, double (*f)(void *)) { return f(user); }
static double of_particle(void *u) { struct particle *p = u; return p->x * p->v; }
static double of_wall(void *u) { struct wall *w = u; return w->at * w->id; }
int main(void)
{
  struct num n = {0.1, 0.2};
  struct { double v; int n; } k = {0.9, 2};
  struct { float f; double v; } l = {0.1f, 0.3};
  printf("%llx %.17g %.17g %.17g\n", (unsigned long long)bits(&n), second(&n), spelt(&k), named(&l));
  struct point p = {{0.1, 0.2, 0.3}, 0.4};
  struct vec v = *(struct vec *)&p;
  struct flat f = {{0.1, 0.2, 0.3}, 1};
  struct vec w = *(struct vec *)&f;
  struct outer1 o = {{0.1, 0.2f}, 0.3}, *at = &o;
  struct outer2 *other = (struct outer2 *)at;
  printf("%.17g %.17g %.17g %.17g %.17g\n", v.y, w.z, p.m, other->j.d * 0.1, other->f);
  struct particle *q = take();
  q->x = 0.1; q->v = 0.7;
  double s = q->x * q->v;
  give(q);
  q = take();
  q->x = 0.3; q->v = 0.9;
  struct wall b = {2, 0.9};
  printf("%.17g %.17g %.17g\n", s, visit(q, of_particle), visit(&b, of_wall));
  free(q);
  return 0;
}
