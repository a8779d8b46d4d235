// Arithmetic on vector types, with the interface of the CUDA samples' helper_math.h: float, int and uint vectors as there, and
// double ones, which the samples lack. All are templates over the vectors' components, so that a program may define its own.
#ifndef MANTISSA_HELPER_MATH_H
#define MANTISSA_HELPER_MATH_H
#define HELPER_MATH_H
#include "cuda_runtime.h"
typedef unsigned int uint;
typedef unsigned short ushort;

namespace mx_runtime::port {

template <class V> struct vector_shape { static constexpr int count = 0; using scalar = void; };
#define SHAPE(V, n, T) template <> struct vector_shape<V> { static constexpr int count = n; using scalar = T; };
#define SHAPES(name, T) SHAPE(name##2, 2, T) SHAPE(name##3, 3, T) SHAPE(name##4, 4, T)
SHAPES(float, float) SHAPES(int, int) SHAPES(uint, unsigned) SHAPES(double, double)
#undef SHAPES
#undef SHAPE
template <class V> using scalar_of = typename vector_shape<V>::scalar;
template <class V> concept small_vector = vector_shape<V>::count > 0;
template <class V> concept real_vector = small_vector<V> && std::is_floating_point_v<scalar_of<V>>;
template <class V> concept integer_vector = small_vector<V> && std::is_integral_v<scalar_of<V>>;

template <small_vector V> scalar_of<V> &at(V &v, int k) { return (&v.x)[k]; }
template <small_vector V> const scalar_of<V> &at(const V &v, int k) { return (&v.x)[k]; }
template <small_vector V, class F> V each(const F &f) {
  V result;
  for (int k = 0; k < vector_shape<V>::count; k++) at(result, k) = scalar_of<V>(f(k));
  return result;
}

template <class T> T clamped(T x, T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return std::fmax(a, std::fmin(x, b));
  const T below = b < x ? b : x;
  return below < a ? a : below;
}

}  // namespace mx_runtime::port

#define OPERATOR(op, kind)                                                                                                        \
  template <mx_runtime::port::kind V> V operator op(V a, V b) { return mx_runtime::port::each<V>([&](int k) { return mx_runtime::port::at(a, k) op mx_runtime::port::at(b, k); }); } \
  template <mx_runtime::port::kind V> V operator op(V a, mx_runtime::port::scalar_of<V> b) { return mx_runtime::port::each<V>([&](int k) { return mx_runtime::port::at(a, k) op b; }); } \
  template <mx_runtime::port::kind V> V operator op(mx_runtime::port::scalar_of<V> a, V b) { return mx_runtime::port::each<V>([&](int k) { return a op mx_runtime::port::at(b, k); }); } \
  template <mx_runtime::port::kind V> V &operator op##=(V &a, V b) { return a = a op b; }                                               \
  template <mx_runtime::port::kind V> V &operator op##=(V &a, mx_runtime::port::scalar_of<V> b) { return a = a op b; }
OPERATOR(+, small_vector) OPERATOR(-, small_vector) OPERATOR(*, small_vector) OPERATOR(/, real_vector)
#undef OPERATOR
template <mx_runtime::port::small_vector V> V operator-(const V &a) { return mx_runtime::port::each<V>([&](int k) { return -mx_runtime::port::at(a, k); }); }

inline float lerp(float a, float b, float t) { return a + t * (b - a); }
inline float clamp(float x, float a, float b) { return mx_runtime::port::clamped(x, a, b); }
inline int clamp(int x, int a, int b) { return mx_runtime::port::clamped(x, a, b); }
inline uint clamp(uint x, uint a, uint b) { return mx_runtime::port::clamped(x, a, b); }
inline float fracf(float x) { return x - floorf(x); }
inline float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}

#define EACH(name, kind, expression) template <mx_runtime::port::kind V> V name(V a) { return mx_runtime::port::each<V>([&](int k) { const auto x = mx_runtime::port::at(a, k); return expression; }); }
#define EACH_2(name, kind, expression) template <mx_runtime::port::kind V> V name(V a, V b) { return mx_runtime::port::each<V>([&](int k) { const auto x = mx_runtime::port::at(a, k), y = mx_runtime::port::at(b, k); return expression; }); }
EACH(floorf, real_vector, std::floor(x)) EACH(fracf, real_vector, x - std::floor(x)) EACH(fabs, real_vector, std::fabs(x)) EACH(abs, integer_vector, x < 0 ? -x : x)
EACH_2(fminf, real_vector, std::fmin(x, y)) EACH_2(fmaxf, real_vector, std::fmax(x, y)) EACH_2(fmodf, real_vector, std::fmod(x, y))
EACH_2(min, integer_vector, y < x ? y : x) EACH_2(max, integer_vector, x < y ? y : x)
#undef EACH
#undef EACH_2
template <mx_runtime::port::small_vector V> mx_runtime::port::scalar_of<V> dot(V a, V b) {
  mx_runtime::port::scalar_of<V> sum = a.x * b.x;
  for (int k = 1; k < mx_runtime::port::vector_shape<V>::count; k++) sum += mx_runtime::port::at(a, k) * mx_runtime::port::at(b, k);
  return sum;
}
template <mx_runtime::port::real_vector V> mx_runtime::port::scalar_of<V> length(V v) { return std::sqrt(dot(v, v)); }
template <mx_runtime::port::real_vector V> V normalize(V v) { return v * rsqrt(dot(v, v)); }
template <mx_runtime::port::real_vector V> V reflect(V i, V n) { return i - mx_runtime::port::scalar_of<V>(2) * n * dot(n, i); }
template <mx_runtime::port::real_vector V> V lerp(V a, V b, float t) { return a + mx_runtime::port::scalar_of<V>(t) * (b - a); }
template <mx_runtime::port::small_vector V> V clamp(V v, V a, V b) {
  return mx_runtime::port::each<V>([&](int k) { return mx_runtime::port::clamped(mx_runtime::port::at(v, k), mx_runtime::port::at(a, k), mx_runtime::port::at(b, k)); });
}
template <mx_runtime::port::small_vector V> V clamp(V v, mx_runtime::port::scalar_of<V> a, mx_runtime::port::scalar_of<V> b) {
  return mx_runtime::port::each<V>([&](int k) { return mx_runtime::port::clamped(mx_runtime::port::at(v, k), a, b); });
}
template <mx_runtime::port::real_vector V> V smoothstep(V a, V b, V x) {
  const V y = clamp((x - a) / (b - a), mx_runtime::port::scalar_of<V>(0), mx_runtime::port::scalar_of<V>(1));
  return y * y * (mx_runtime::port::scalar_of<V>(3) - mx_runtime::port::scalar_of<V>(2) * y);
}
template <class V> requires(mx_runtime::port::vector_shape<V>::count == 3 && mx_runtime::port::real_vector<V>) V cross(V a, V b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// makers that widen, narrow, repeat a scalar or convert
#define MAKERS(name, T)                                                                                       \
  inline name##2 make_##name##2(T s) { return {s, s}; }                                                       \
  inline name##2 make_##name##2(name##3 v) { return {v.x, v.y}; }                                             \
  inline name##3 make_##name##3(T s) { return {s, s, s}; }                                                    \
  inline name##3 make_##name##3(name##2 v) { return {v.x, v.y, 0}; }                                          \
  inline name##3 make_##name##3(name##2 v, T z) { return {v.x, v.y, z}; }                                     \
  inline name##3 make_##name##3(name##4 v) { return {v.x, v.y, v.z}; }                                        \
  inline name##4 make_##name##4(T s) { return {s, s, s, s}; }                                                 \
  inline name##4 make_##name##4(name##3 v) { return {v.x, v.y, v.z, 0}; }                                     \
  inline name##4 make_##name##4(name##3 v, T w) { return {v.x, v.y, v.z, w}; }
#define FROM(name, T, other)                                                                                  \
  inline name##2 make_##name##2(other##2 v) { return {T(v.x), T(v.y)}; }                                      \
  inline name##3 make_##name##3(other##3 v) { return {T(v.x), T(v.y), T(v.z)}; }                              \
  inline name##4 make_##name##4(other##4 v) { return {T(v.x), T(v.y), T(v.z), T(v.w)}; }
MAKERS(float, float) MAKERS(int, int) MAKERS(uint, uint) MAKERS(double, double)
FROM(float, float, int) FROM(float, float, uint) FROM(int, int, float) FROM(int, int, uint) FROM(uint, uint, int) FROM(float, float, double) FROM(double, double, float)
#undef MAKERS
#undef FROM
#endif
