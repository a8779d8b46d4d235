#pragma once
#include "thrust/mantissa/policies.h"
#include "thrust/mantissa/algorithms.h"
