// mx_runtime::fp64x4: four doubles, about 212 bits (Gu's 256 bits). Arithmetic in quad-word.h, functions in elementary.h.
#pragma once

#include "atomic-add.h"
#include "elementary.h"
#include "format-limits.h"
#include "further-functions.h"
