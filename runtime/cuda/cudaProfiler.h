#pragma once
#include "cuda.h"
MANTISSA_BEGIN_C
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
MANTISSA_END_C
