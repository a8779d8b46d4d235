// mx_runtime::fp32x2: two floats, about 48 bits. Arithmetic in double-word.h, functions in elementary-narrow.h.
#pragma once

#include "atomic-add.h"
#include "elementary-narrow.h"
#include "format-limits.h"
#include "further-functions.h"
