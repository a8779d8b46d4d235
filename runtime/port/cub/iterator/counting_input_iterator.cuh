#pragma once
#include "../mantissa/iterators.h"
