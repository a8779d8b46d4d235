#include "../include/real.h"
#include "own.h"
int main() { real x = 1; return x > 2; }
