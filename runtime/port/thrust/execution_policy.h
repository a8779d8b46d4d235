#pragma once
#include "mantissa/policies.h"
#include "mantissa/algorithms.h"
