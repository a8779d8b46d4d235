// The standard library for device code: names of the standard library, which reads as callable from both sides.
#pragma once
#include <cuda_runtime.h>
namespace cuda {
namespace std {
using namespace ::std;
}
}
