// cuRAND, device side: XORWOW and Philox, the generators programs use. The integer sequences, and uniform numbers, are cuRAND's
// own bit for bit; normal numbers go through this machine's logarithm and sine, and may differ in their last bits.
#ifndef MANTISSA_CURAND_KERNEL_H
#define MANTISSA_CURAND_KERNEL_H
#include "cuda_runtime.h"

/** The second number of the Box-Muller transform, for the next call. */
struct MantissaNormalPair {
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateXORWOW : MantissaNormalPair { unsigned d, v[5]; };
struct curandStatePhilox4_32_10 : MantissaNormalPair { uint4 ctr, output; uint2 key; unsigned STATE; };
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace mx_runtime::port {

// ---- XORWOW (Marsaglia, "Xorshift RNGs", JSS 2003): a linear map of 160 bits, plus a counter

inline void step_xorwow(unsigned *v) {
  const unsigned t = v[0] ^ (v[0] >> 2);
  v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
/** The map applied 2^k times, as the images of the 160 basis vectors. */
struct xorwow_jump {
  unsigned image[160][5];
  void apply(unsigned *v) const {
    unsigned result[5] = {};
    for (int bit = 0; bit < 160; bit++)
      if (v[bit / 32] >> bit % 32 & 1)
        for (int w = 0; w < 5; w++) result[w] ^= image[bit][w];
    for (int w = 0; w < 5; w++) v[w] = result[w];
  }
};
/** Jumps by 2^0, 2^1, …, each the square of the one before, made when first asked for. */
inline const xorwow_jump &xorwow_power(unsigned k) {
  static std::vector<xorwow_jump> powers;
  if (powers.empty()) {
    powers.reserve(160);
    powers.emplace_back();
    for (int bit = 0; bit < 160; bit++) {
      for (int w = 0; w < 5; w++) powers[0].image[bit][w] = w == bit / 32 ? 1u << bit % 32 : 0;
      step_xorwow(powers[0].image[bit]);
    }
  }
  while (powers.size() <= k) {
    powers.push_back(powers.back());
    for (auto &image : powers.back().image) powers[powers.size() - 2].apply(image);
  }
  return powers[k];
}
inline void jump_xorwow(unsigned *v, unsigned long long count, unsigned log_of_stride) {
  for (unsigned k = 0; count; k++, count >>= 1)
    if (count & 1) xorwow_power(k + log_of_stride).apply(v);
}

// ---- Philox 4x32 of 10 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011)

inline uint4 philox(uint4 c, uint2 k) {
  for (int round = 0; round < 10; round++) {
    const unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
    c = {unsigned(b >> 32) ^ c.y ^ k.x, unsigned(b), unsigned(a >> 32) ^ c.w ^ k.y, unsigned(a)};
    k.x += 0x9E3779B9u, k.y += 0xBB67AE85u;
  }
  return c;
}
/** Adds to the 128-bit counter, from word `first` upwards. */
inline void advance_philox(uint4 &c, unsigned long long n, int first) {
  unsigned *word = &c.x;
  unsigned long long carry = n;
  for (int w = first; w < 4 && carry; w++) {
    const unsigned long long sum = word[w] + (carry & 0xffffffffu);
    word[w] = unsigned(sum);
    carry = (carry >> 32) + (sum >> 32);
  }
}

inline float uniform_from(unsigned x) { return float(x) * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
inline double uniform_from(unsigned x, unsigned y) {
  return double((unsigned long long)x ^ ((unsigned long long)y << 21)) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}
inline float2 normals_from(unsigned x, unsigned y) {
  const float u = uniform_from(x), v = float(y) * (2.3283064e-10f * 6.2831855f) + (2.3283064e-10f * 6.2831855f / 2.0f);
  const float s = std::sqrt(-2.0f * std::log(u));
  return {std::sin(v) * s, std::cos(v) * s};
}
inline double2 normals_from(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  const double u = uniform_from(x0, x1), v = uniform_from(y0, y1) * 2.0, s = std::sqrt(-2.0 * std::log(u));
  return {sinpi(v) * s, cospi(v) * s};
}

template <class S> concept random_state = std::is_base_of_v<MantissaNormalPair, S>;

}  // namespace mx_runtime::port

inline void skipahead(unsigned long long n, curandStateXORWOW *s) { mx_runtime::port::jump_xorwow(s->v, n, 0), s->d += 362437u * unsigned(n); }
inline void skipahead_sequence(unsigned long long n, curandStateXORWOW *s) { mx_runtime::port::jump_xorwow(s->v, n, 67); }
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, curandStateXORWOW *s) {
  const unsigned low = unsigned(seed) ^ 0xaad26b49u, high = unsigned(seed >> 32) ^ 0xf7dcefddu;
  const unsigned a = 1099087573u * low, b = 2591861531u * high;
  *s = {};
  s->d = 6615241u + b + a;
  s->v[0] = 123456789u + a, s->v[1] = 362436069u ^ a, s->v[2] = 521288629u + b, s->v[3] = 88675123u ^ b, s->v[4] = 5783321u + a;
  skipahead_sequence(subsequence, s);
  skipahead(offset, s);
}
inline unsigned curand(curandStateXORWOW *s) {
  mx_runtime::port::step_xorwow(s->v);
  s->d += 362437u;
  return s->v[4] + s->d;
}

inline void skipahead(unsigned long long n, curandStatePhilox4_32_10 *s) {
  s->STATE += unsigned(n & 3);
  n /= 4;
  if (s->STATE > 3) n++, s->STATE -= 4;
  mx_runtime::port::advance_philox(s->ctr, n, 0);
  s->output = mx_runtime::port::philox(s->ctr, s->key);
}
inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *s) {
  mx_runtime::port::advance_philox(s->ctr, n, 2);
  s->output = mx_runtime::port::philox(s->ctr, s->key);
}
inline void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, curandStatePhilox4_32_10 *s) {
  *s = {};
  s->key = {unsigned(seed), unsigned(seed >> 32)};
  skipahead_sequence(subsequence, s);
  skipahead(offset, s);
}
inline unsigned curand(curandStatePhilox4_32_10 *s) {
  const unsigned drawn = (&s->output.x)[s->STATE++];
  if (s->STATE == 4) {
    mx_runtime::port::advance_philox(s->ctr, 1, 0);
    s->output = mx_runtime::port::philox(s->ctr, s->key);
    s->STATE = 0;
  }
  return drawn;
}
inline uint4 curand4(curandStatePhilox4_32_10 *s) {
  const uint4 before = s->output;
  mx_runtime::port::advance_philox(s->ctr, 1, 0);
  s->output = mx_runtime::port::philox(s->ctr, s->key);
  const unsigned words[8] = {before.x, before.y, before.z, before.w, s->output.x, s->output.y, s->output.z, s->output.w};
  return {words[s->STATE], words[s->STATE + 1], words[s->STATE + 2], words[s->STATE + 3]};
}

template <mx_runtime::port::random_state S> float curand_uniform(S *s) { return mx_runtime::port::uniform_from(curand(s)); }
inline double curand_uniform_double(curandStateXORWOW *s) { const unsigned x = curand(s); return mx_runtime::port::uniform_from(x, curand(s)); }
/** Unlike XORWOW's, of one draw: 32 bits. */
inline double curand_uniform_double(curandStatePhilox4_32_10 *s) { return double(curand(s)) * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
template <mx_runtime::port::random_state S> float2 curand_normal2(S *s) { const unsigned x = curand(s); return mx_runtime::port::normals_from(x, curand(s)); }
template <mx_runtime::port::random_state S> double2 curand_normal2_double(S *s) {
  unsigned x[4];
  for (unsigned &one : x) one = curand(s);
  return mx_runtime::port::normals_from(x[0], x[1], x[2], x[3]);
}
// The second of a pair is kept for the next call of the same kind (1: normal, 2: log-normal).
template <mx_runtime::port::random_state S> float curand_normal(S *s) {
  if (s->boxmuller_flag == 1) return s->boxmuller_flag = 0, s->boxmuller_extra;
  const float2 pair = curand_normal2(s);
  s->boxmuller_extra = pair.y, s->boxmuller_flag = 1;
  return pair.x;
}
template <mx_runtime::port::random_state S> double curand_normal_double(S *s) {
  if (s->boxmuller_flag_double == 1) return s->boxmuller_flag_double = 0, s->boxmuller_extra_double;
  const double2 pair = curand_normal2_double(s);
  s->boxmuller_extra_double = pair.y, s->boxmuller_flag_double = 1;
  return pair.x;
}
template <mx_runtime::port::random_state S> float curand_log_normal(S *s, float mean, float deviation) {
  if (s->boxmuller_flag == 2) return s->boxmuller_flag = 0, s->boxmuller_extra;
  const float2 pair = curand_normal2(s);
  s->boxmuller_extra = std::exp(mean + deviation * pair.y), s->boxmuller_flag = 2;
  return std::exp(mean + deviation * pair.x);
}
template <mx_runtime::port::random_state S> double curand_log_normal_double(S *s, double mean, double deviation) {
  if (s->boxmuller_flag_double == 2) return s->boxmuller_flag_double = 0, s->boxmuller_extra_double;
  const double2 pair = curand_normal2_double(s);
  s->boxmuller_extra_double = std::exp(mean + deviation * pair.y), s->boxmuller_flag_double = 2;
  return std::exp(mean + deviation * pair.x);
}
/** By multiplication of uniforms (Knuth): the distribution is right, the sequence is not cuRAND's. */
template <mx_runtime::port::random_state S> unsigned curand_poisson(S *s, double lambda) {
  unsigned count = 0;
  for (double log_of_product = std::log(curand_uniform_double(s)); log_of_product > -lambda; count++) log_of_product += std::log(curand_uniform_double(s));
  return count;
}
inline float4 curand_uniform4(curandStatePhilox4_32_10 *s) {
  const uint4 x = curand4(s);
  return {mx_runtime::port::uniform_from(x.x), mx_runtime::port::uniform_from(x.y), mx_runtime::port::uniform_from(x.z), mx_runtime::port::uniform_from(x.w)};
}
inline double2 curand_uniform2_double(curandStatePhilox4_32_10 *s) {
  const uint4 x = curand4(s);
  return {mx_runtime::port::uniform_from(x.x, x.y), mx_runtime::port::uniform_from(x.z, x.w)};
}
inline float4 curand_normal4(curandStatePhilox4_32_10 *s) {
  const uint4 x = curand4(s);
  const float2 a = mx_runtime::port::normals_from(x.x, x.y), b = mx_runtime::port::normals_from(x.z, x.w);
  return {a.x, a.y, b.x, b.y};
}
#endif
