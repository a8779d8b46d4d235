#include "parts/kernel.cu"
#include "helper.cu"
