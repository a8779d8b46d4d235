#pragma once
#include "../cuda_runtime.h"
#include <system_error>
namespace thrust {
using std::error_code;
using std::system_error;
namespace system { using std::system_error; }
inline const std::error_category &cuda_category() noexcept {
  struct category : std::error_category {
    const char *name() const noexcept override { return "cuda"; }
    std::string message(int code) const override { return cudaGetErrorString(cudaError_t(code)); }
  };
  static const category one;
  return one;
}
}  // namespace thrust
