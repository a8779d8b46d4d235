// BlockShuffle is not there on a CPU: using it ends the program with its name.
#pragma once
#include "../mantissa/types.h"
namespace cub {
template <class T, int X, int Y = 1, int Z = 1, int legacyArchitecture = 0> class BlockShuffle {
 public:
  struct TempStorage { T words[1]; };
  BlockShuffle() = default;
  BlockShuffle(TempStorage &) {}
  [[noreturn]] void Offset(T in, T &out, int distance = 1) const { mx_runtime::port::unavailable("cub::BlockShuffle"); }
  [[noreturn]] void Rotate(T in, T &out, unsigned int distance = 1) const { mx_runtime::port::unavailable("cub::BlockShuffle"); }
  template <int n> [[noreturn]] void Up(T (&in)[n], T (&out)[n]) const { mx_runtime::port::unavailable("cub::BlockShuffle"); }
  template <int n> [[noreturn]] void Up(T (&in)[n], T (&out)[n], T &suffix) const { mx_runtime::port::unavailable("cub::BlockShuffle"); }
  template <int n> [[noreturn]] void Down(T (&in)[n], T (&out)[n]) const { mx_runtime::port::unavailable("cub::BlockShuffle"); }
  template <int n> [[noreturn]] void Down(T (&in)[n], T (&out)[n], T &prefix) const { mx_runtime::port::unavailable("cub::BlockShuffle"); }
};
}  // namespace cub
