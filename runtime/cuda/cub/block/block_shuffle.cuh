#pragma once
#include "cub/mantissa_types.h"
namespace cub {
template <class T, int X, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockShuffle {
 public:
  struct TempStorage { T words[1]; };
  __device__ BlockShuffle() { __builtin_trap(); }
  __device__ BlockShuffle(TempStorage &storage) { __builtin_trap(); }
  __device__ void Offset(T in, T &out, int distance = 1) { __builtin_trap(); }
  __device__ void Rotate(T in, T &out, unsigned int distance = 1) { __builtin_trap(); }
  template <int n> __device__ void Up(T (&in)[n], T (&out)[n]) { __builtin_trap(); }
  template <int n> __device__ void Up(T (&in)[n], T (&out)[n], T &suffix) { __builtin_trap(); }
  template <int n> __device__ void Down(T (&in)[n], T (&out)[n]) { __builtin_trap(); }
  template <int n> __device__ void Down(T (&in)[n], T (&out)[n], T &prefix) { __builtin_trap(); }
};
}
