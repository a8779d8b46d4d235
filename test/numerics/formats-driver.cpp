// Computes with the headers of runtime/formats what its standard input asks for, one line each:
//   <operation> <format> <operand>…     an operand is its parts' bit patterns in hexadecimal, separated by spaces
// and prints the result's parts (or a truth value, or text) on one line. test/numerics/formats-driver.ts talks to it.
#include <cstdio>
#include <cstring>
#include <string>

#include "formats.h"

#include "decimal.h"
#include "fp8.h"

template <class P> struct pattern { using type = uint64_t; };
template <> struct pattern<float> { using type = uint32_t; };
template <> struct pattern<mx_runtime::fp16> { using type = uint16_t; };
template <> struct pattern<mx_runtime::bf16> { using type = uint16_t; };
template <> struct pattern<mx_runtime::fp8e4m3> { using type = uint8_t; };
template <> struct pattern<mx_runtime::fp8e5m2> { using type = uint8_t; };

static char line[4096];
static char *cursor;

static const char *word() {
  while (*cursor == ' ') cursor++;
  const char *start = cursor;
  while (*cursor && *cursor != ' ' && *cursor != '\n') cursor++;
  if (*cursor) *cursor++ = 0;
  return start;
}

template <class F> F read() {
  using P = typename mx_runtime::format_traits<F>::part;
  P parts[mx_runtime::format_traits<F>::parts];
  for (P &part : parts) {
    const auto bits = typename pattern<P>::type(std::strtoull(word(), nullptr, 16));
    memcpy(static_cast<void *>(&part), &bits, sizeof part);
  }
  F x;
  memcpy(static_cast<void *>(&x), parts, sizeof x);
  return x;
}

template <class F> void write(const F &x) {
  using P = typename mx_runtime::format_traits<F>::part;
  typename pattern<P>::type bits[mx_runtime::format_traits<F>::parts];
  memcpy(bits, &x, sizeof bits);
  for (auto b : bits) std::printf("%llx ", static_cast<unsigned long long>(b));
  std::printf("\n");
}

template <class F> void convert_to(const std::string &to, const F &x) {
  if (to == "fp16") write(mx_runtime::convert<mx_runtime::fp16>(x));
  else if (to == "bf16") write(mx_runtime::convert<mx_runtime::bf16>(x));
  else if (to == "fp32") write(mx_runtime::convert<float>(x));
  else if (to == "fp64") write(mx_runtime::convert<double>(x));
  else if (to == "fp32x2") write(mx_runtime::convert<mx_runtime::fp32x2>(x));
  else if (to == "fp64x2") write(mx_runtime::convert<mx_runtime::fp64x2>(x));
  else if (to == "fp64x4") write(mx_runtime::convert<mx_runtime::fp64x4>(x));
  else if (to == "cmp32x2") write(mx_runtime::convert<mx_runtime::cmp32x2>(x));
  else if (to == "cmp64x2") write(mx_runtime::convert<mx_runtime::cmp64x2>(x));
  else if (to == "int32") std::printf("%d\n", mx_runtime::convert<int>(x));
  else if (to == "int64") std::printf("%lld\n", mx_runtime::convert<long long>(x));
  else if (to == "uint64") std::printf("%llu\n", mx_runtime::convert<unsigned long long>(x));
}

template <class F> void answer(const std::string &operation) {
  if (operation == "parse") return write(mx_runtime::from_string<F>(word()));
  if (operation == "integer32") return write(mx_runtime::convert<F>(int(std::strtol(word(), nullptr, 10))));
  if (operation == "integer") return write(mx_runtime::convert<F>(std::strtoll(word(), nullptr, 10)));
  if (operation == "print") {
    const int digits = std::atoi(word());
    return (void)std::printf("%s\n", mx_runtime::to_string(read<F>(), digits).c_str());
  }
  if (operation == "convert") {
    const std::string to = word();
    return convert_to(to, read<F>());
  }
  const F a = read<F>();
  if (operation == "neg") return write(-a);
  if (operation == "abs") return write(mx_runtime::abs(a));
  if (operation == "sqrt") return write(mx_runtime::sqrt(a));
  if (operation == "floor") return write(mx_runtime::floor(a));
  if (operation == "ceil") return write(mx_runtime::ceil(a));
  if (operation == "trunc") return write(mx_runtime::trunc(a));
  if (operation == "exp") return write(mx_runtime::exp(a));
  if (operation == "log") return write(mx_runtime::log(a));
  if (operation == "sin") return write(mx_runtime::sin(a));
  if (operation == "cos") return write(mx_runtime::cos(a));
  if constexpr (std::is_same<F, mx_runtime::cmp32x2>::value || std::is_same<F, mx_runtime::cmp64x2>::value) {
    if (operation == "exp-taylor") {
      int terms;
      const F z = mx_runtime::exp_taylor(a, &terms);
      std::printf("%d ", terms);
      return write(z);
    }
  }
  if constexpr (std::is_same<F, mx_runtime::fp32x2>::value) {
    if (operation == "rsqrt") return write(rsqrt(a));
  }
  if constexpr (std::is_same<F, mx_runtime::fp32x2>::value || std::is_same<F, mx_runtime::fp64x2>::value) {
    if (operation.compare(0, 5, "part-") == 0) {
      // the second operand as one part, on either side
      const F other = read<F>();
      const auto part = other.hi;
      if (operation == "part-add") return write(a + part);
      if (operation == "part-sub") return write(a - part);
      if (operation == "part-mul") return write(a * part);
      if (operation == "part-added") return write(part + a);
      if (operation == "part-minus") return write(part - a);
      if (operation == "part-times") return write(part * a);
    }
  }
  const F b = read<F>();
  if (operation == "add") return write(F(a + b));
  if (operation == "sub") return write(F(a - b));
  if (operation == "mul") return write(F(a * b));
  if (operation == "div") return write(F(a / b));
  if (operation == "pow") return write(mx_runtime::pow(a, b));
  if (operation == "min") return write(mx_runtime::min(a, b));
  if (operation == "max") return write(mx_runtime::max(a, b));
  if (operation == "compare") {
    std::printf("%d%d%d%d%d%d\n", a < b, a <= b, a == b, a != b, a >= b, a > b);
    return;
  }
  if (operation == "fma") return write(mx_runtime::fma(a, b, read<F>()));
  std::printf("unknown operation\n");
}

/** A format for storage alone: from numbers and to them. */
template <class S> void answer_stored(const std::string &operation) {
  const auto put = [](const S &x) {
    unsigned char bits;
    memcpy(&bits, &x, 1);
    std::printf("%x\n", bits);
  };
  if (operation == "integer") return put(S(std::strtoll(word(), nullptr, 10)));
  if (operation == "store") {
    const std::string from = word();
    if (from == "fp64") return put(S(read<double>()));
    if (from == "fp32") return put(S(read<float>()));
    if (from == "fp16") return put(S(read<mx_runtime::fp16>()));
    if (from == "bf16") return put(S(read<mx_runtime::bf16>()));
  }
  if (operation == "load") {
    const std::string to = word();
    const auto bits = static_cast<unsigned char>(std::strtoul(word(), nullptr, 16));
    S x;
    memcpy(static_cast<void *>(&x), &bits, 1);
    if (to == "fp64") return write(static_cast<double>(x));
    if (to == "fp32") return write(static_cast<float>(x));
    if (to == "fp16") return write(static_cast<mx_runtime::fp16>(x));
    if (to == "bf16") return write(static_cast<mx_runtime::bf16>(x));
    if (to == "int32") return (void)std::printf("%d\n", static_cast<int>(x));
  }
  std::printf("unknown operation\n");
}

int main() {
  while (std::fgets(line, sizeof line, stdin)) {
    cursor = line;
    const std::string operation = word(), format = word();
    if (format == "fp8e4m3") answer_stored<mx_runtime::fp8e4m3>(operation);
    else if (format == "fp8e5m2") answer_stored<mx_runtime::fp8e5m2>(operation);
    else if (format == "fp16") answer<mx_runtime::fp16>(operation);
    else if (format == "bf16") answer<mx_runtime::bf16>(operation);
    else if (format == "fp32") answer<float>(operation);
    else if (format == "fp64") answer<double>(operation);
    else if (format == "fp32x2") answer<mx_runtime::fp32x2>(operation);
    else if (format == "fp64x2") answer<mx_runtime::fp64x2>(operation);
    else if (format == "fp64x4") answer<mx_runtime::fp64x4>(operation);
    else if (format == "cmp32x2") answer<mx_runtime::cmp32x2>(operation);
    else if (format == "cmp64x2") answer<mx_runtime::cmp64x2>(operation);
    else std::printf("unknown format\n");
  }
}
