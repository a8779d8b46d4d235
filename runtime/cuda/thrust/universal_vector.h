#pragma once
#include "thrust/mantissa/vectors.h"
#include "thrust/mantissa/policies.h"
#include "thrust/mantissa/algorithms.h"
