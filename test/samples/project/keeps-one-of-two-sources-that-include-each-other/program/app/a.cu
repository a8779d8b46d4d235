#include "b.cu"
