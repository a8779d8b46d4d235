#pragma once
#include "mantissa/algorithms.h"
