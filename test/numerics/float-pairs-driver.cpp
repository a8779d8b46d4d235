// The header of patches with fp32x2 alone, asked as formats-driver.cpp is: one line each, <operation> fp32x2 <operand>…, parts in hexadecimal. C++11.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "mantissa_fp32x2.h"

static char line[4096];
static char *cursor;

static const char *word() {
  while (*cursor == ' ') cursor++;
  const char *start = cursor;
  while (*cursor && *cursor != ' ' && *cursor != '\n') cursor++;
  if (*cursor) *cursor++ = 0;
  return start;
}

template <class Bits, class X> static X of_bits(Bits bits) {
  X x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

static fp32x2 read() {
  const float hi = of_bits<uint32_t, float>(uint32_t(std::strtoull(word(), nullptr, 16)));
  return fp32x2(hi, of_bits<uint32_t, float>(uint32_t(std::strtoull(word(), nullptr, 16))));
}

static void write(fp32x2 x) { std::printf("%x %x\n", of_bits<float, uint32_t>(x.hi), of_bits<float, uint32_t>(x.lo)); }

static void convert_to(const std::string &to, fp32x2 x) {
  if (to == "fp32") std::printf("%x\n", of_bits<float, uint32_t>(float(x)));
  else if (to == "fp64") std::printf("%llx\n", static_cast<unsigned long long>(of_bits<double, uint64_t>(double(x))));
  else if (to == "int32") std::printf("%d\n", int(x));
  else if (to == "int64") std::printf("%lld\n", static_cast<long long>(x));
  else std::printf("%llu\n", static_cast<unsigned long long>(x));
}

static void answer(const std::string &operation) {
  if (operation == "integer32") return write(fp32x2(int(std::strtol(word(), nullptr, 10))));
  if (operation == "integer") return write(fp32x2(std::strtoll(word(), nullptr, 10)));
  if (operation == "double") return write(fp32x2(of_bits<uint64_t, double>(std::strtoull(word(), nullptr, 16))));
  if (operation == "convert") {
    const std::string to = word();
    return convert_to(to, read());
  }
  const fp32x2 a = read();
  if (operation == "neg") return write(-a);
  if (operation == "abs") return write(abs(a));
  if (operation == "sqrt") return write(sqrt(a));
  if (operation == "rsqrt") return write(rsqrt(a));
  if (operation == "floor") return write(floor(a));
  if (operation == "ceil") return write(ceil(a));
  if (operation == "trunc") return write(trunc(a));
  const fp32x2 b = read();
  if (operation == "add") return write(a + b);
  if (operation == "sub") return write(a - b);
  if (operation == "mul") return write(a * b);
  if (operation == "div") return write(a / b);
  if (operation == "part-add") return write(a + b.hi);
  if (operation == "part-sub") return write(a - b.hi);
  if (operation == "part-mul") return write(a * b.hi);
  if (operation == "part-added") return write(b.hi + a);
  if (operation == "part-minus") return write(b.hi - a);
  if (operation == "part-times") return write(b.hi * a);
  if (operation == "min") return write(min(a, b));
  if (operation == "max") return write(max(a, b));
  if (operation == "compare") {
    std::printf("%d%d%d%d%d%d\n", a < b, a <= b, a == b, a != b, a >= b, a > b);
    return;
  }
  if (operation == "fma") return write(fma(a, b, read()));
  std::printf("unknown operation\n");
}

int main() {
  while (std::fgets(line, sizeof line, stdin)) {
    cursor = line;
    const std::string operation = word();
    word(); // the format
    answer(operation);
  }
  return 0;
}
