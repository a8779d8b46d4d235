#include "through-header.cu"
