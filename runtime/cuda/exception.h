// Exceptions with the interface of the CUDA samples.
#ifndef MANTISSA_EXCEPTION_H
#define MANTISSA_EXCEPTION_H
#define COMMON_EXCEPTION_H_
#include <stdlib.h>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
template <class Standard> class Exception : public Standard {
 public:
  static void throw_it(const char *file, const int line, const char *detail = "-");
  static void throw_it(const char *file, const int line, const std::string &detail);
  virtual ~Exception() throw();
 private:
  Exception();
  explicit Exception(const std::string &text);
};
template <class E> void handleException(const E &exception);
#define RUNTIME_EXCEPTION(text) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, text)
#define LOGIC_EXCEPTION(text) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, text)
#define RANGE_EXCEPTION(text) Exception<std::range_error>::throw_it(__FILE__, __LINE__, text)
#endif
