#pragma once
#include "thrust/mantissa/tuples.h"
