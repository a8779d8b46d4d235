#pragma once
#include "thrust/mantissa/algorithms.h"
