#pragma once
#define HALF 0.7
inline double wave(double x) { double s = sin(x); return s * 0.9; }
extern double shared_state;
