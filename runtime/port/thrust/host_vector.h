#pragma once
#include "mantissa/vectors.h"
#include "mantissa/policies.h"
