// Tuples and pairs: the standard ones.
#pragma once
#include "../../cuda_runtime.h"
#include <tuple>
#include <utility>
namespace thrust {
using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tie;
using std::tuple;
template <std::size_t I, class T> using tuple_element = std::tuple_element<I, T>;
template <class T> using tuple_size = std::tuple_size<T>;
struct null_type {};
}  // namespace thrust
