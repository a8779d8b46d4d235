// The standard library for device code is that of the host.
#pragma once
#include "../../cuda_runtime.h"
namespace cuda {
namespace std {
using namespace ::std;
}
}
