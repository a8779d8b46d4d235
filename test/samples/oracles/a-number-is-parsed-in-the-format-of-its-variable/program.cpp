#include <charconv>
#include <cstdio>
#include <cstring>
struct Reading { double value[2]; float weight; };
template <class T> static T parse(const char *text)
{
  T number{};
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc() ? number : T(-1);
}
int main()
{
  const char *text = "1.000000059604644775390626 rest", *end = text + std::strlen(text);
  double whole = 0, unread = 0.3, *first;
  Reading reading{};
  first = &reading.value[0];
  if (std::from_chars(text, end, whole).ec != std::errc()) return 1;
  std::from_chars(text, end, reading.value[1], std::chars_format::general);
  std::from_chars(text, end, *first);
  std::from_chars(text, end, reading.weight);
  const bool fails = std::from_chars(end - 4, end, unread).ec != std::errc();
  int count = 0;
  std::from_chars("12", "12" + 2, count);
  std::printf("%.17g %.17g %.17g %.17g %.17g %d %d %.17g\n", whole, *first, reading.value[1], reading.weight, unread, fails, count, parse<double>(text));
}
