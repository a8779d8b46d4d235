#pragma once
#include "mantissa/pointers.h"
