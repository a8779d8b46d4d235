// Kept for programs that include it by name.
#pragma once
#include "mma.h"
