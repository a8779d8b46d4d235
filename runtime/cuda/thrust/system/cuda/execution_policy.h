#pragma once
#include "thrust/mantissa/policies.h"
