// Kept for programs that include it by name.
#pragma once
#include "cuda_runtime.h"
