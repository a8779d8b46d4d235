// make_cudaExtent and its kin.
#ifndef MANTISSA_DRIVER_FUNCTIONS_H
#define MANTISSA_DRIVER_FUNCTIONS_H
#include "driver_types.h"
static __inline__ struct cudaPitchedPtr make_cudaPitchedPtr(void *pointer, size_t pitch, size_t width, size_t height) {
  struct cudaPitchedPtr p; p.ptr = pointer; p.pitch = pitch; p.xsize = width; p.ysize = height; return p;
}
static __inline__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) { struct cudaPos p; p.x = x; p.y = y; p.z = z; return p; }
static __inline__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent e; e.width = width; e.height = height; e.depth = depth; return e;
}
#endif
