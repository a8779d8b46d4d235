#pragma once
#include "thrust/mantissa/vectors.h"
#include "thrust/mantissa/policies.h"
