// mx_runtime::fp64x2: two doubles, about 106 bits (Gu's 128-bit gdd_real). Arithmetic in double-word.h, functions in elementary.h.
#pragma once

#include "atomic-add.h"
#include "elementary.h"
#include "format-limits.h"
#include "further-functions.h"
