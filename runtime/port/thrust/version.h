#pragma once
#include "mantissa/policies.h"
