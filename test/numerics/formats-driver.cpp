// Computes with the headers of runtime/formats what its standard input asks for, one line each:
//   <operation> <format> <operand>…     an operand is its parts' bit patterns in hexadecimal, separated by spaces
// and prints the result's parts (or a truth value, or text) on one line. test/numerics/formats-driver.ts talks to it.
#include <cstdio>
#include <cstring>
#include <string>

#include "formats.h"

#include "decimal.h"

template <class P> struct pattern { using type = uint64_t; };
template <> struct pattern<float> { using type = uint32_t; };
template <> struct pattern<mx::fp16> { using type = uint16_t; };
template <> struct pattern<mx::bf16> { using type = uint16_t; };

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
  using P = typename mx::format_traits<F>::part;
  P parts[mx::format_traits<F>::parts];
  for (P &part : parts) {
    const auto bits = typename pattern<P>::type(std::strtoull(word(), nullptr, 16));
    memcpy(static_cast<void *>(&part), &bits, sizeof part);
  }
  F x;
  memcpy(static_cast<void *>(&x), parts, sizeof x);
  return x;
}

template <class F> void write(const F &x) {
  using P = typename mx::format_traits<F>::part;
  typename pattern<P>::type bits[mx::format_traits<F>::parts];
  memcpy(bits, &x, sizeof bits);
  for (auto b : bits) std::printf("%llx ", static_cast<unsigned long long>(b));
  std::printf("\n");
}

template <class F> void convert_to(const std::string &to, const F &x) {
  if (to == "fp16") write(mx::convert<mx::fp16>(x));
  else if (to == "bf16") write(mx::convert<mx::bf16>(x));
  else if (to == "fp32") write(mx::convert<float>(x));
  else if (to == "fp64") write(mx::convert<double>(x));
  else if (to == "fp32x2") write(mx::convert<mx::fp32x2>(x));
  else if (to == "fp64x2") write(mx::convert<mx::fp64x2>(x));
  else if (to == "fp64x4") write(mx::convert<mx::fp64x4>(x));
  else if (to == "cmp32x2") write(mx::convert<mx::cmp32x2>(x));
  else if (to == "cmp64x2") write(mx::convert<mx::cmp64x2>(x));
  else if (to == "int32") std::printf("%d\n", mx::convert<int>(x));
  else if (to == "int64") std::printf("%lld\n", mx::convert<long long>(x));
  else if (to == "uint64") std::printf("%llu\n", mx::convert<unsigned long long>(x));
}

template <class F> void answer(const std::string &operation) {
  if (operation == "parse") return write(mx::from_string<F>(word()));
  if (operation == "integer") return write(mx::convert<F>(std::strtoll(word(), nullptr, 10)));
  if (operation == "print") {
    const int digits = std::atoi(word());
    return (void)std::printf("%s\n", mx::to_string(read<F>(), digits).c_str());
  }
  if (operation == "convert") {
    const std::string to = word();
    return convert_to(to, read<F>());
  }
  const F a = read<F>();
  if (operation == "neg") return write(-a);
  if (operation == "abs") return write(mx::abs(a));
  if (operation == "sqrt") return write(mx::sqrt(a));
  if (operation == "floor") return write(mx::floor(a));
  if (operation == "ceil") return write(mx::ceil(a));
  if (operation == "trunc") return write(mx::trunc(a));
  if (operation == "exp") return write(mx::exp(a));
  if (operation == "log") return write(mx::log(a));
  if (operation == "sin") return write(mx::sin(a));
  if (operation == "cos") return write(mx::cos(a));
  if constexpr (std::is_same<F, mx::cmp32x2>::value || std::is_same<F, mx::cmp64x2>::value) {
    if (operation == "exp-taylor") {
      int terms;
      const F z = mx::exp_taylor(a, &terms);
      std::printf("%d ", terms);
      return write(z);
    }
  }
  const F b = read<F>();
  if (operation == "add") return write(F(a + b));
  if (operation == "sub") return write(F(a - b));
  if (operation == "mul") return write(F(a * b));
  if (operation == "div") return write(F(a / b));
  if (operation == "pow") return write(mx::pow(a, b));
  if (operation == "min") return write(mx::min(a, b));
  if (operation == "max") return write(mx::max(a, b));
  if (operation == "compare") {
    std::printf("%d%d%d%d%d%d\n", a < b, a <= b, a == b, a != b, a >= b, a > b);
    return;
  }
  if (operation == "fma") return write(mx::fma(a, b, read<F>()));
  std::printf("unknown operation\n");
}

int main() {
  while (std::fgets(line, sizeof line, stdin)) {
    cursor = line;
    const std::string operation = word(), format = word();
    if (format == "fp16") answer<mx::fp16>(operation);
    else if (format == "bf16") answer<mx::bf16>(operation);
    else if (format == "fp32") answer<float>(operation);
    else if (format == "fp64") answer<double>(operation);
    else if (format == "fp32x2") answer<mx::fp32x2>(operation);
    else if (format == "fp64x2") answer<mx::fp64x2>(operation);
    else if (format == "fp64x4") answer<mx::fp64x4>(operation);
    else if (format == "cmp32x2") answer<mx::cmp32x2>(operation);
    else if (format == "cmp64x2") answer<mx::cmp64x2>(operation);
    else std::printf("unknown format\n");
  }
}
