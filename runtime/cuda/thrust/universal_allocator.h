#pragma once
#include "thrust/mantissa/vectors.h"
