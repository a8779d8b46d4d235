// Fixed-width integers, by the name old CUDA gave them.
#pragma once
#include <stdint.h>
