#pragma once
#include "../mantissa/types.h"
