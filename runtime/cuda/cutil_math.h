// The name helper_math.h had before CUDA 5.
#pragma once
#include "helper_math.h"
