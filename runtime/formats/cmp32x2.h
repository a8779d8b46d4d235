// mx_runtime::cmp32x2: the seeds' composite float2. Arithmetic in composite.h, functions in elementary-composite.h.
#pragma once

#include "atomic-add.h"
#include "elementary-composite.h"
#include "format-limits.h"
