#pragma once
#include "thrust/mantissa/iterators.h"
