// The functions of one narrow format, included twice: with S the scalar (__half) and P the pair (__half2). Arithmetic is the
// format's own (runtime/formats); functions compute in float and round once. Conversions are in narrow-conversions.h.

inline P make_pair_of(S x, S y) { P p; p.x = x, p.y = y; return p; }
#define UNARY(name, pair_name, expression)                                                                     \
  inline S name(const S a) { return S(expression); }                                                           \
  inline P pair_name(const P p) { return make_pair_of(name(p.x), name(p.y)); }
#define BINARY(name, pair_name, expression)                                                                    \
  inline S name(const S a, const S b) { return S(expression); }                                                \
  inline P pair_name(const P p, const P q) { return make_pair_of(name(p.x, q.x), name(p.y, q.y)); }
#define TERNARY(name, pair_name, expression)                                                                   \
  inline S name(const S a, const S b, const S c) { return S(expression); }                                     \
  inline P pair_name(const P p, const P q, const P r) { return make_pair_of(name(p.x, q.x, r.x), name(p.y, q.y, r.y)); }

namespace mx_runtime::port {

inline S saturated(S x) { return float(x) > 0 ? (float(x) < 1 ? x : S(1.0f)) : S(0.0f); }
inline S not_negative(S x) { return x != x ? x : float(x) > 0 ? x : S(0.0f); }
inline S smaller(S a, S b) { return a != a ? b : b != b ? a : float(b) < float(a) || (float(a) == float(b) && std::signbit(float(b))) ? b : a; }
inline S larger(S a, S b) { return a != a ? b : b != b ? a : float(a) < float(b) || (float(a) == float(b) && std::signbit(float(a))) ? b : a; }

}  // namespace mx_runtime::port

BINARY(__hadd, __hadd2, a + b) BINARY(__hsub, __hsub2, a - b) BINARY(__hmul, __hmul2, a * b) BINARY(__hdiv, __h2div, a / b)
BINARY(__hadd_rn, __hadd2_rn, a + b) BINARY(__hsub_rn, __hsub2_rn, a - b) BINARY(__hmul_rn, __hmul2_rn, a * b)
BINARY(__hadd_sat, __hadd2_sat, mx_runtime::port::saturated(a + b)) BINARY(__hsub_sat, __hsub2_sat, mx_runtime::port::saturated(a - b))
BINARY(__hmul_sat, __hmul2_sat, mx_runtime::port::saturated(a * b))
TERNARY(__hfma, __hfma2, mx_runtime::fma(a, b, c)) TERNARY(__hfma_sat, __hfma2_sat, mx_runtime::port::saturated(mx_runtime::fma(a, b, c)))
TERNARY(__hfma_relu, __hfma2_relu, mx_runtime::port::not_negative(mx_runtime::fma(a, b, c)))
UNARY(__hneg, __hneg2, -a) UNARY(__habs, __habs2, a != a ? S::one_nan() : S::from_bits((unsigned short)(mx_runtime::bits_of(a) & 0x7fff)))
BINARY(__hmin, __hmin2, mx_runtime::port::smaller(a, b)) BINARY(__hmax, __hmax2, mx_runtime::port::larger(a, b))
BINARY(__hmin_nan, __hmin2_nan, a != a || b != b ? S(NAN) : mx_runtime::port::smaller(a, b))
BINARY(__hmax_nan, __hmax2_nan, a != a || b != b ? S(NAN) : mx_runtime::port::larger(a, b))
UNARY(hsqrt, h2sqrt, std::sqrt(float(a))) UNARY(hrsqrt, h2rsqrt, 1 / std::sqrt(double(float(a)))) UNARY(hrcp, h2rcp, 1 / double(float(a)))
UNARY(hlog, h2log, std::log(float(a))) UNARY(hlog2, h2log2, std::log2(float(a))) UNARY(hlog10, h2log10, std::log10(float(a)))
UNARY(hexp, h2exp, std::exp(float(a))) UNARY(hexp2, h2exp2, std::exp2(float(a))) UNARY(hexp10, h2exp10, exp10f(float(a)))
UNARY(hsin, h2sin, std::sin(float(a))) UNARY(hcos, h2cos, std::cos(float(a))) UNARY(htanh, h2tanh, std::tanh(float(a)))
UNARY(htanh_approx, h2tanh_approx, std::tanh(float(a)))
UNARY(htrunc, h2trunc, std::trunc(float(a))) UNARY(hceil, h2ceil, std::ceil(float(a))) UNARY(hfloor, h2floor, std::floor(float(a)))
UNARY(hrint, h2rint, std::nearbyint(float(a)))
/** p·q + r of complex numbers. */
inline P __hcmadd(const P p, const P q, const P r) {
  return make_pair_of(mx_runtime::fma(-p.y, q.y, mx_runtime::fma(p.x, q.x, r.x)), mx_runtime::fma(p.y, q.x, mx_runtime::fma(p.x, q.y, r.y)));
}

// ordered comparisons are false of a NaN, unordered ones (…u) true
#define RELATION_OF(name, expression)                                                                                  \
  inline bool __h##name(const S a, const S b) { return expression; }                                                   \
  inline bool __hb##name##2(const P p, const P q) { return __h##name(p.x, q.x) && __h##name(p.y, q.y); }               \
  inline P __h##name##2(const P p, const P q) {                                                                        \
    return make_pair_of(S(__h##name(p.x, q.x) ? 1.0f : 0.0f), S(__h##name(p.y, q.y) ? 1.0f : 0.0f));                   \
  }                                                                                                                    \
  inline unsigned __h##name##2_mask(const P p, const P q) {                                                            \
    return (__h##name(p.x, q.x) ? 0xffffu : 0u) | (__h##name(p.y, q.y) ? 0xffff0000u : 0u);                            \
  }
#define RELATION(name, op) RELATION_OF(name, a op b && a == a && b == b) RELATION_OF(name##u, a op b || a != a || b != b)
RELATION(eq, ==) RELATION(ne, !=) RELATION(le, <=) RELATION(ge, >=) RELATION(lt, <) RELATION(gt, >)
#undef RELATION
#undef RELATION_OF
inline bool __hisnan(const S a) { return a != a; }
inline int __hisinf(const S a) { return std::isinf(float(a)) ? (float(a) > 0 ? 1 : -1) : 0; }
inline P __hisnan2(const P p) { return make_pair_of(S(__hisnan(p.x) ? 1.0f : 0.0f), S(__hisnan(p.y) ? 1.0f : 0.0f)); }
#undef UNARY
#undef BINARY
#undef TERNARY

#define OPERATOR(op, function)                                                                     \
  inline P operator op(const P &p, const P &q) { return function(p, q); }                          \
  inline P &operator op##=(P &p, const P &q) { return p = function(p, q); }
OPERATOR(+, __hadd2) OPERATOR(-, __hsub2) OPERATOR(*, __hmul2) OPERATOR(/, __h2div)
#undef OPERATOR
inline P operator-(const P &p) { return __hneg2(p); }
inline P operator+(const P &p) { return p; }
inline bool operator==(const P &p, const P &q) { return __hbeq2(p, q); }
inline bool operator!=(const P &p, const P &q) { return __hbneu2(p, q); }
inline bool operator<(const P &p, const P &q) { return __hblt2(p, q); }
inline bool operator>(const P &p, const P &q) { return __hbgt2(p, q); }
inline bool operator<=(const P &p, const P &q) { return __hble2(p, q); }
inline bool operator>=(const P &p, const P &q) { return __hbge2(p, q); }

inline float __low2float(const P p) { return float(p.x); }
inline float __high2float(const P p) { return float(p.y); }
inline P __lowhigh2highlow(const P p) { return make_pair_of(p.y, p.x); }
inline P atomicAdd(P *address, P v) { return make_pair_of(atomicAdd(&address->x, v.x), atomicAdd(&address->y, v.y)); }

#undef S
#undef P
