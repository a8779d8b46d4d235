#pragma once
#include "mantissa/tuples.h"
