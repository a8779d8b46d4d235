// Shared memory of a block.
//
// `__shared__ T x[n]` is a static variable, which is right as long as one block runs from start to end. In a cooperative launch
// blocks take turns at grid synchronisation: there, variables declared through static_shared are saved and put back with their
// block; plain static ones are not.
#pragma once
#include "block.h"

namespace mx_runtime::port {

/** `extern __shared__ T s[];` is written `T *s = dynamic_shared<T>();`: every array starts at the same address, as in CUDA. */
template <class T> T *dynamic_shared() { return static_cast<T *>(shared_memory); }

struct shared_variable {
  void *data;
  std::size_t size;
};
inline std::vector<shared_variable> shared_variables;

/** `__shared__ T x;` of a kernel that waits for the grid: `T &x = static_shared<T>([] {});`, the lambda naming the place. */
template <class T, class Place> T &static_shared(Place) {
  alignas(T) static unsigned char bytes[sizeof(T)];
  [[maybe_unused]] static const bool known = (shared_variables.push_back({bytes, sizeof(T)}), true);
  return *reinterpret_cast<T *>(bytes);
}

inline void save_shared(std::vector<unsigned char> &copy) {
  copy.clear();
  for (const shared_variable &one : shared_variables) {
    const unsigned char *bytes = static_cast<const unsigned char *>(one.data);
    copy.insert(copy.end(), bytes, bytes + one.size);
  }
}
/** Variables that were not known when the copy was made keep what they hold. */
inline void restore_shared(const std::vector<unsigned char> &copy) {
  std::size_t at = 0;
  for (const shared_variable &one : shared_variables) {
    if (at + one.size > copy.size()) break;
    std::memcpy(one.data, copy.data() + at, one.size);
    at += one.size;
  }
}

/** Memory that launches reuse: it grows to the largest request and is 256-byte aligned. */
class shared_pool {
 public:
  unsigned char *at_least(std::size_t bytes) {
    if (bytes > size_) {
      std::free(bytes_);
      size_ = (bytes + 255) / 256 * 256;
      bytes_ = static_cast<unsigned char *>(std::aligned_alloc(256, size_));
      std::memset(bytes_, 0, size_);
    }
    return bytes_;
  }

 private:
  unsigned char *bytes_ = nullptr;
  std::size_t size_ = 0;
};
inline shared_pool dynamic_pool;

}  // namespace mx_runtime::port
