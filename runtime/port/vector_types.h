// char1 … double4 and dim3: the types runtime/cuda declares.
#pragma once
#include "host_defines.h"
#include "../cuda/vector_types.h"
