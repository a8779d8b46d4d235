#pragma once
#include "cub/mantissa_iterators.h"
