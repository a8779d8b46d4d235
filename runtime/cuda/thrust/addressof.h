#pragma once
#include "thrust/mantissa/pointers.h"
