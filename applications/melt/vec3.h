#pragma once

#include <cmath>
#include "precision.h"

#define HD __host__ __device__ __forceinline__

struct vec3 {
  real x, y, z;
};

HD vec3 make_vec3(real x, real y, real z)
{
  vec3 v;
  v.x = x;
  v.y = y;
  v.z = z;
  return v;
}

HD vec3 operator+(const vec3 &a, const vec3 &b) { return make_vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
HD vec3 operator-(const vec3 &a, const vec3 &b) { return make_vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
HD vec3 operator*(real s, const vec3 &a) { return make_vec3(s * a.x, s * a.y, s * a.z); }
HD vec3 &operator+=(vec3 &a, const vec3 &b)
{
  a.x += b.x;
  a.y += b.y;
  a.z += b.z;
  return a;
}
HD vec3 &operator-=(vec3 &a, const vec3 &b)
{
  a.x -= b.x;
  a.y -= b.y;
  a.z -= b.z;
  return a;
}
HD real dot(const vec3 &a, const vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// A cube with periodic sides.
struct Box {
  real length;
  real inverse;

  HD real nearest(real d) const { return d - length * rint(d * inverse); }
  HD vec3 between(const vec3 &a, const vec3 &b) const
  {
    return make_vec3(nearest(a.x - b.x), nearest(a.y - b.y), nearest(a.z - b.z));
  }
  HD vec3 wrap(vec3 p) const
  {
    p.x -= length * floor(p.x * inverse);
    p.y -= length * floor(p.y * inverse);
    p.z -= length * floor(p.z * inverse);
    return p;
  }
};
