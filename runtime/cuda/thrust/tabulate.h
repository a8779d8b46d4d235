#pragma once
#include "thrust/mantissa/algorithms.h"
#include "thrust/mantissa/functions.h"
