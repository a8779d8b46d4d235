#pragma once
#include "cub/mantissa_types.h"
