#include "a.cu"
