#include "kernel.cu"
#include "all.h"
// #include "alone.cu"
int main() { return 0; }
