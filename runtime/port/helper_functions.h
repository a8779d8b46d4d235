// The CUDA samples' helpers but helper_cuda.h: command line, timers, exceptions and the comparison of results. Images are not there.
#pragma once
#define COMMON_HELPER_FUNCTIONS_H_
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
#include "exception.h"
#include "helper_string.h"
#include "helper_timer.h"
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned length, const float epsilon) {
  float error = 0, scale = 0;
  for (unsigned k = 0; k < length; k++) {
    const float difference = reference[k] - data[k];
    error += difference * difference;
    scale += reference[k] * reference[k];
  }
  return fabsf(scale) >= 1e-7f && sqrtf(error) / sqrtf(scale) < epsilon;
}
template <class T, class E> bool compareData(const T *reference, const T *data, const unsigned length, const E epsilon, const float threshold) {
  unsigned wrong = 0;
  for (unsigned k = 0; k < length; k++) {
    const float difference = float(reference[k]) - float(data[k]);
    if (!(difference <= float(epsilon) && difference >= -float(epsilon))) wrong++;
  }
  return threshold == 0.0f ? wrong == 0 : float(length) * threshold > float(wrong);
}
