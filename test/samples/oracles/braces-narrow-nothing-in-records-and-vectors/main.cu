#include <cstdio>
#include <vector>
struct Item { double3 place; double mass; float2 extra; };
struct Deep { Item item[2]; double w[2]; };
struct Box { double3 low, high; Box(double a, double b) : low{a, b, a * b}, high{a + 1, b + 1, a} {} };
static __host__ __device__ double3 corner(double a, double b) { return {a * b, a / 3, b}; }
static __host__ __device__ Item item(double a) { return {{a, a * .1, a / 3}, a * .7, {(float)a, 0.5f}}; }
static double sum(Item const &i) { return i.place.x + i.place.y + i.mass + i.extra.x; }
static double add(double3 v, double2 const &w = {0.1, 0.2}) { return v.x + v.y * v.z + w.y; }
__global__ void grow(Item *a, Deep *d)
{
  int i = threadIdx.x;
  double t = 0.1 * i;
  double3 q = {t, t * .3, t / 3};
  double2 p[2] = {{t, t + 1}, {t / 7, 0.1}};
  a[i] = {{t + q.x, q.y, p[1].x}, t / 9, {float(t), 1}};
  *d = {{{{t, t, t}, t / 3, {1, 2}}, item(t)}, {t, t * t}};
  a[i].mass += corner(q.x, p[0].y).x + p[1].y;
}
int main()
{
  Item h[4], *d;
  Deep e, *f;
  for (int i = 0; i < 4; i++) h[i] = Item{{i * .1, i * .2, i * .3}, 1.0 / (i + 1), {i * .5f, .1f}};
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&f, sizeof e);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  grow<<<1, 4>>>(d, f);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(&e, f, sizeof e, cudaMemcpyDeviceToHost);
  double x = h[2].mass / 3;
  Box b{x, h[1].place.x};
  double3 pair[2] = {{x, x / 3, 1}, corner(x, .3)};
  std::vector<double> v{x, x / 7};
  pair[1] = {x, v[0], v[1]};
  for (int i = 0; i < 4; i++) printf("%.17g %.17g\n", h[i].mass, sum(h[i]));
  printf("%.17g %.17g %.17g\n", b.low.z + b.high.x, add({x, x * .1, v[1]}), add(pair[1], {x, x / 3}));
  printf("%.17g %.17g\n", e.w[1] + e.item[1].place.y + e.item[0].mass, sum({{x, x, x}, x, {1, .5f}}) + pair[0].y);
  return 0;
}
