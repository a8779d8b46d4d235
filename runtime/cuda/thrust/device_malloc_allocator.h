#pragma once
#include "thrust/mantissa/pointers.h"
#include "thrust/mantissa/algorithms.h"
