// Exceptions with the interface of the CUDA samples. Where there are none (WebAssembly), throwing one ends the program.
#ifndef MANTISSA_EXCEPTION_H
#define MANTISSA_EXCEPTION_H
#define COMMON_EXCEPTION_H_
#include <stdio.h>
#include <stdlib.h>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
template <class Standard> class Exception : public Standard {
 public:
  [[noreturn]] static void throw_it(const char *file, const int line, const char *detail = "-") {
    const std::string text = std::string("Exception in file '") + file + "' in line " + std::to_string(line) + "\nDetailed description: " + detail + "\n";
#if defined(__cpp_exceptions)
    throw Exception(text);
#else
    fputs(text.c_str(), stderr);
    exit(EXIT_FAILURE);
#endif
  }
  [[noreturn]] static void throw_it(const char *file, const int line, const std::string &detail) { throw_it(file, line, detail.c_str()); }

 private:
  explicit Exception(const std::string &text) : Standard(text) {}
};
template <class E> void handleException(const E &exception) {
  std::cerr << exception.what() << std::endl;
  exit(EXIT_FAILURE);
}
#define RUNTIME_EXCEPTION(text) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, text)
#define LOGIC_EXCEPTION(text) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, text)
#define RANGE_EXCEPTION(text) Exception<std::range_error>::throw_it(__FILE__, __LINE__, text)
#endif
