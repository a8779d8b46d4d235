#pragma once

#include <stdio.h>
#include <stdlib.h>

#ifndef REAL
#define REAL double
#endif
using real = REAL;

struct Body {
  real x, y, z;
  real mass;
};

struct Velocity {
  real x, y, z;
};

#define CHECK(call)                                                                \
  do {                                                                             \
    cudaError_t status_ = (call);                                                  \
    if (status_ != cudaSuccess) {                                                  \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status_));        \
      exit(1);                                                                \
    }                                                                              \
  } while (0)

void report(const Body *bodies, int count);
