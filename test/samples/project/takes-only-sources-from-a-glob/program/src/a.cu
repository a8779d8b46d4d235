#include "a.cuh"
