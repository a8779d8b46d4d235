#pragma once
#include "mantissa/vectors.h"
