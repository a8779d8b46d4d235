#pragma once
#include "mantissa/vectors.h"
#include "mantissa/policies.h"
#include "mantissa/algorithms.h"
