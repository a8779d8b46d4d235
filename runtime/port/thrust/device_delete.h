#pragma once
#include "mantissa/pointers.h"
#include "mantissa/algorithms.h"
