#pragma once
#include "../cuda/math_constants.h"
