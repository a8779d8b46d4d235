// Ends an unsupported program: prints the feature with its place, then exits with status 86.
#pragma once
#include "../host_defines.h"
#include "launch-parameters.h"

namespace mx_runtime::port {

inline constexpr int failure_status = 86;
/** True while a kernel runs: only then is there a block to name. */
inline bool in_kernel = false;

[[noreturn]] inline void fail(const char *what, const char *detail = "") {
  std::fflush(stdout);
  std::fprintf(stderr, "mantissa port: %s%s", what, detail);
  if (in_kernel) std::fprintf(stderr, " at block (%u,%u,%u)", blockIdx.x, blockIdx.y, blockIdx.z);
  std::fprintf(stderr, "\n");
  std::fflush(stderr);
  // static destructors of the program may use device state that a kernel left half-way
  std::_Exit(failure_status);
}

[[noreturn]] inline void unavailable(const char *name) { fail(name, " is not available on a CPU"); }

}  // namespace mx_runtime::port
