// Repeated products (Nguyen 8.1, Gu 2.3.2): each format against 256 bits, from few factors to many.
#pragma once

#include "rows.h"
#include "summation.h"

namespace mx_characterize {

/** The product so far enters the next multiplication unchanged. */
struct AsComputed {
  static constexpr const char *quantity = "error";
  template <class T> static MX_HD T of(T product) { return product; }
};
/** Nguyen's normalisation: before each multiplication, the product so far is rounded to the plain format and split again. */
struct Normalised {
  static constexpr const char *quantity = "error, normalised";
  template <class T> static MX_HD mx_runtime::composite<T> of(mx_runtime::composite<T> product) {
    return mx_runtime::composite<T>(mx_runtime::machine_number(product));
  }
};

template <class T, class Step> MX_HD T product_of(const T *factors, std::size_t count) {
  T product = number<T>(1);
  for (std::size_t at = 0; at < count; at++) product = Step::of(product) * factors[at];
  return product;
}

/** Emits the relative error after 16, 64, 256, … factors; `multiply(n)` is the product of the first n. */
template <class T, class Step, class Multiply> void emit_product_errors(const std::vector<T> &factors, const Multiply &multiply) {
  limbs256 reference = limbs_of<8>(1);
  std::size_t at = 0;
  for (std::size_t count = 16; count <= factors.size(); count *= 4) {
    for (; at < count; at++) reference = reference * exact(factors[at]);
    emit({{"format", name_of<T>::text()}, {"count", std::to_string(count)}}, Step::quantity, relative_error(multiply(count), reference), "relative");
  }
}

}  // namespace mx_characterize
