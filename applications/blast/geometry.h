#ifndef BLAST_GEOMETRY_H
#define BLAST_GEOMETRY_H

#include "real.h"

// The nodes of the six faces of a hexahedron, seen from outside, counter-clockwise.
__host__ __device__ inline Int_t FaceNode(Int_t face, Int_t corner)
{
  const Int_t nodes[6][4] = {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}};
  return nodes[face][corner];
}

// Twice a face's area is the cross product of its diagonals; each of its corners has a quarter of it.
__host__ __device__ inline void AddFaceArea(Int_t face, const Real_t x[8], const Real_t y[8], const Real_t z[8],
                                            Real_t ax[8], Real_t ay[8], Real_t az[8])
{
  const Int_t a = FaceNode(face, 0), b = FaceNode(face, 1), c = FaceNode(face, 2), d = FaceNode(face, 3);
  const Real_t px = x[c] - x[a], py = y[c] - y[a], pz = z[c] - z[a];
  const Real_t qx = x[d] - x[b], qy = y[d] - y[b], qz = z[d] - z[b];
  const Real_t sx = Real_t(0.125) * (py * qz - pz * qy);
  const Real_t sy = Real_t(0.125) * (pz * qx - px * qz);
  const Real_t sz = Real_t(0.125) * (px * qy - py * qx);
  ax[a] += sx; ax[b] += sx; ax[c] += sx; ax[d] += sx;
  ay[a] += sy; ay[b] += sy; ay[c] += sy; ay[d] += sy;
  az[a] += sz; az[b] += sz; az[c] += sz; az[d] += sz;
}

__host__ __device__ inline void CornerAreas(const Real_t x[8], const Real_t y[8], const Real_t z[8], Real_t ax[8],
                                            Real_t ay[8], Real_t az[8])
{
  for (Int_t c = 0; c < 8; ++c) ax[c] = ay[c] = az[c] = ZERO;
  for (Int_t face = 0; face < 6; ++face) AddFaceArea(face, x, y, z, ax, ay, az);
}

__host__ __device__ inline Real_t TripleProduct(Real_t x1, Real_t y1, Real_t z1, Real_t x2, Real_t y2, Real_t z2,
                                                Real_t x3, Real_t y3, Real_t z3)
{
  return x1 * (y2 * z3 - z2 * y3) + x2 * (z1 * y3 - y1 * z3) + x3 * (y1 * z2 - z1 * y2);
}

// A third of the sum over the faces of centre times area, with the coordinates taken from corner 0.
__host__ __device__ inline Real_t HexVolume(const Real_t x[8], const Real_t y[8], const Real_t z[8])
{
  Real_t sum = ZERO;
  for (Int_t face = 0; face < 6; ++face) {
    const Int_t a = FaceNode(face, 0), b = FaceNode(face, 1), c = FaceNode(face, 2), d = FaceNode(face, 3);
    const Real_t mx = Real_t(0.25) * (x[a] + x[b] + x[c] + x[d]) - x[0];
    const Real_t my = Real_t(0.25) * (y[a] + y[b] + y[c] + y[d]) - y[0];
    const Real_t mz = Real_t(0.25) * (z[a] + z[b] + z[c] + z[d]) - z[0];
    sum += TripleProduct(mx, my, mz, x[c] - x[a], y[c] - y[a], z[c] - z[a], x[d] - x[b], y[d] - y[b], z[d] - z[b]);
  }
  return sum / Real_t(6.0);
}

__host__ __device__ inline Real_t FaceAreaSquared(Int_t face, const Real_t x[8], const Real_t y[8], const Real_t z[8])
{
  const Int_t a = FaceNode(face, 0), b = FaceNode(face, 1), c = FaceNode(face, 2), d = FaceNode(face, 3);
  const Real_t px = x[c] - x[a], py = y[c] - y[a], pz = z[c] - z[a];
  const Real_t qx = x[d] - x[b], qy = y[d] - y[b], qz = z[d] - z[b];
  const Real_t sx = py * qz - pz * qy, sy = pz * qx - px * qz, sz = px * qy - py * qx;
  return Real_t(0.25) * (sx * sx + sy * sy + sz * sz);
}

// The volume over the largest face: how far a wave has to go.
__host__ __device__ inline Real_t CharacteristicLength(const Real_t x[8], const Real_t y[8], const Real_t z[8], Real_t volume)
{
  Real_t largest = ZERO;
  for (Int_t face = 0; face < 6; ++face) {
    const Real_t area = FaceAreaSquared(face, x, y, z);
    largest = area > largest ? area : largest;
  }
  return volume / SquareRoot(largest);
}

#endif
