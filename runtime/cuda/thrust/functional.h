#pragma once
#include "thrust/mantissa/functions.h"
