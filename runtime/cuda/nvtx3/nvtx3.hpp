// Ranges and marks of the profiler for C++.
#pragma once
#include <nvToolsExt.h>
#include <string>
namespace nvtx3 {
struct rgb { rgb(unsigned char red, unsigned char green, unsigned char blue) {} };
struct domain { struct global {}; };
struct event_attributes { template <class... A> explicit event_attributes(const A &...about) {} };
template <class Domain> struct scoped_range_in { template <class... A> explicit scoped_range_in(const A &...about) {} };
template <class Domain> struct unique_range_in { template <class... A> explicit unique_range_in(const A &...about) {} };
typedef scoped_range_in<domain::global> scoped_range;
typedef unique_range_in<domain::global> unique_range;
template <class Domain = domain::global, class... A> void mark_in(const A &...about) {}
template <class... A> void mark(const A &...about) {}
}
#define NVTX3_FUNC_RANGE() ::nvtx3::scoped_range mantissa_range_of_function(__func__)
#define NVTX3_FUNC_RANGE_IN(domain) ::nvtx3::scoped_range_in<domain> mantissa_range_of_function(__func__)
