// Natural numbers of any size, as little as exact decimal conversion needs. Host only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace mx_runtime {
namespace detail {

class big_natural {
 public:
  big_natural() = default;
  explicit big_natural(uint64_t x) {
    for (; x != 0; x >>= 32) word_.push_back(uint32_t(x));
  }

  bool is_zero() const { return word_.empty(); }
  int bit_length() const { return is_zero() ? 0 : 32 * int(word_.size()) - __builtin_clz(word_.back()); }
  bool bit(int i) const { return size_t(i / 32) < word_.size() && (word_[size_t(i / 32)] >> (i % 32) & 1u); }
  void set_bit(int i) {
    if (word_.size() <= size_t(i / 32)) word_.resize(size_t(i / 32) + 1);
    word_[size_t(i / 32)] |= 1u << (i % 32);
  }

  void multiply_add(uint32_t by, uint32_t plus) {
    uint64_t carry = plus;
    for (uint32_t &w : word_) {
      carry += uint64_t(w) * by;
      w = uint32_t(carry);
      carry >>= 32;
    }
    if (carry) word_.push_back(uint32_t(carry));
  }

  uint32_t divide_small(uint32_t by) {
    uint64_t rest = 0;
    for (size_t i = word_.size(); i-- > 0;) {
      rest = rest << 32 | word_[i];
      word_[i] = uint32_t(rest / by);
      rest %= by;
    }
    trim();
    return uint32_t(rest);
  }

  void shift_left(int n) {
    if (is_zero()) return;
    const int words = n / 32, bits = n % 32;
    if (bits) multiply_add(1u << bits, 0);
    word_.insert(word_.begin(), size_t(words), 0u);
  }

  void shift_right(int n) {
    const size_t words = size_t(n / 32);
    if (words >= word_.size()) return word_.clear();
    word_.erase(word_.begin(), word_.begin() + long(words));
    if (n % 32) divide_small(1u << (n % 32));
  }

  /** True where any of the lowest n bits is set. */
  bool any_below(int n) const {
    for (int i = 0; i < n && size_t(i / 32) < word_.size(); i++)
      if (bit(i)) return true;
    return false;
  }

  int compare(const big_natural &o) const {
    if (word_.size() != o.word_.size()) return word_.size() < o.word_.size() ? -1 : 1;
    for (size_t i = word_.size(); i-- > 0;)
      if (word_[i] != o.word_[i]) return word_[i] < o.word_[i] ? -1 : 1;
    return 0;
  }

  void add(const big_natural &o) {
    if (word_.size() < o.word_.size()) word_.resize(o.word_.size());
    uint64_t carry = 0;
    for (size_t i = 0; i < word_.size(); i++) {
      carry += uint64_t(word_[i]) + (i < o.word_.size() ? o.word_[i] : 0);
      word_[i] = uint32_t(carry);
      carry >>= 32;
    }
    if (carry) word_.push_back(uint32_t(carry));
  }

  /** o ≤ this. */
  void subtract(const big_natural &o) {
    int64_t borrow = 0;
    for (size_t i = 0; i < word_.size(); i++) {
      borrow += int64_t(word_[i]) - (i < o.word_.size() ? int64_t(o.word_[i]) : 0);
      word_[i] = uint32_t(borrow);
      borrow >>= 32;
    }
    trim();
  }

  uint64_t low_64() const {
    return (word_.empty() ? 0 : word_[0]) | (word_.size() > 1 ? uint64_t(word_[1]) << 32 : 0);
  }

  std::string to_decimal() const {
    big_natural rest = *this;
    std::string digits;
    while (!rest.is_zero()) {
      uint32_t chunk = rest.divide_small(1000000000u);
      for (int i = 0; i < 9 && (chunk != 0 || !rest.is_zero()); i++, chunk /= 10) digits.push_back(char('0' + chunk % 10));
    }
    std::reverse(digits.begin(), digits.end());
    return digits.empty() ? "0" : digits;
  }

 private:
  void trim() {
    while (!word_.empty() && word_.back() == 0) word_.pop_back();
  }
  std::vector<uint32_t> word_;  // least significant first, no leading zero word
};

/** ⌊a / b⌋ by long division, bit by bit; a is left holding the remainder. */
inline big_natural divide(big_natural &a, const big_natural &b) {
  big_natural quotient, rest;
  for (int i = a.bit_length() - 1; i >= 0; i--) {
    rest.shift_left(1);
    if (a.bit(i)) rest.add(big_natural(1));
    if (rest.compare(b) >= 0) {
      rest.subtract(b);
      quotient.set_bit(i);
    }
  }
  a = rest;
  return quotient;
}

}  // namespace detail
}  // namespace mx_runtime
