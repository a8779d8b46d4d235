// mx_runtime::cmp64x2: the seeds' composite double2. Arithmetic in composite.h, functions in elementary-composite.h.
#pragma once

#include "atomic-add.h"
#include "elementary-composite.h"
#include "format-limits.h"
