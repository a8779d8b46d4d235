#include "kernel.cu"
int main() { return 0; }
