// Multi-word numbers as text with all their digits instead of a double's: runs are judged by them if mantissa builds the program.
// mantissa_printf accepts a multi-word number in place of a double, and writes enough digits to distinguish any two values of its format.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstring>
#include <istream>
#include <ostream>

#include "decimal.h"

namespace mx_runtime {
namespace detail {

inline void print_parts(std::string &out, const char *format) {
  for (; *format; format++) {
    if (format[0] == '%' && format[1] == '%') format++;
    out += *format;
  }
}

template <class X> void print_one(std::string &out, const std::string &conversion, const X &x) {
  if constexpr (is_multi_part<X>) {
    out += to_string(x);
  } else {
    const int length = std::snprintf(nullptr, 0, conversion.c_str(), x);
    std::string text(size_t(length < 0 ? 0 : length) + 1, '\0');
    std::snprintf(&text[0], text.size(), conversion.c_str(), x);
    out.append(text, 0, text.size() - 1);
  }
}

/** `conversion` is what of the next conversion has been read already: its widths that were given as arguments. */
template <class X, class... Rest>
void print_parts(std::string &out, const char *format, const X &x, const Rest &...rest) {
  while (*format && !(format[0] == '%' && format[1] != '%')) {
    if (format[0] == '%') format++;
    out += *format++;
  }
  if (!*format) return;
  const size_t length = std::strcspn(format + 1, "diouxXeEfFgGaAcspn*") + 2;
  const std::string conversion(format, length);
  if constexpr (std::is_integral<X>::value) {
    if (conversion.back() == '*') {
      const std::string fixed = conversion.substr(0, length - 1) + std::to_string(x) + (format + length);
      return print_parts(out, fixed.c_str(), rest...);
    }
  }
  print_one(out, conversion, x);
  print_parts(out, format + length, rest...);
}

}  // namespace detail

/** All digits of a multi-word number; other numbers in the stream's own format. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> std::ostream &operator<<(std::ostream &out, const W &x) {
  return out << to_string(x);
}

namespace detail {

/** The characters of one decimal number; later text stays in the stream. Empty without a complete number. */
template <class Character, class Traits> std::string take_decimal(std::basic_istream<Character, Traits> &in) {
  std::string text;
  bool has_digits = false, has_point = false, has_power = false;
  auto next = in.rdbuf()->sgetc();
  for (; !Traits::eq_int_type(next, Traits::eof()); next = in.rdbuf()->snextc()) {
    const Character character = Traits::to_char_type(next);
    const bool may_be_signed = text.empty() || text.back() == 'e' || text.back() == 'E';
    if (character >= '0' && character <= '9') has_digits = true;
    else if (character == '.' && !has_point && !has_power) has_point = true;
    else if ((character == 'e' || character == 'E') && has_digits && !has_power) has_power = true;
    else if (!((character == '+' || character == '-') && may_be_signed)) break;
    text += char(character);
  }
  if (Traits::eq_int_type(next, Traits::eof())) in.setstate(std::ios_base::eofbit);
  const bool is_whole = has_digits && std::strchr("eE+-", text.back()) == nullptr;
  return is_whole ? text : std::string();
}

}  // namespace detail

/** Reads decimal text with the format's full precision. As for a double: 0 without a number, and the largest value on overflow. */
template <class Character, class Traits, class W, std::enable_if_t<multi_part_only<W>, int> = 0>
std::basic_istream<Character, Traits> &operator>>(std::basic_istream<Character, Traits> &in, W &x) {
  const typename std::basic_istream<Character, Traits>::sentry ready(in);
  if (!ready) return in;
  const std::string text = detail::take_decimal(in);
  x = text.empty() ? W(0.0) : from_string<W>(text);
  const bool is_finite = std::isfinite(static_cast<double>(x));
  if (!is_finite) x = text[0] == '-' ? -limits<W>::max() : limits<W>::max();
  if (text.empty() || !is_finite) in.setstate(std::ios_base::failbit);
  return in;
}

/** For MANTISSA_OUTPUT: one number a line. */
template <class W, std::enable_if_t<multi_part_only<W>, int> = 0> void mantissa_record(FILE *file, const W &x, int) {
  std::fprintf(file, "%s\n", to_string(x).c_str());
}

}  // namespace mx_runtime

template <class... Given> int mantissa_fprintf(FILE *file, const char *format, Given... given) {
  std::string out;
  mx_runtime::detail::print_parts(out, format, given...);
  return std::fputs(out.c_str(), file) < 0 ? -1 : int(out.size());
}
template <class... Given> int mantissa_printf(const char *format, Given... given) {
  return mantissa_fprintf(stdout, format, given...);
}
