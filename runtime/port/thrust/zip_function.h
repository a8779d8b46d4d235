#pragma once
#include "mantissa/functions.h"
