// Geometry of one hexahedron. Its corners 0 1 2 3 run around the lower face and 4 5 6 7 above them; xi, eta and zeta point from
// corner 0 to corners 1, 3 and 4.
#pragma once

// Gradient of the volume with respect to one corner, as far as the face a b c d (counter-clockwise from outside) causes it.
__device__ inline void addCorner(const double x[8], const double y[8], const double z[8], int a, int b, int c, int d,
                                 double areaX[8], double areaY[8], double areaZ[8])
{
  double cdX = x[c] + x[d], cdY = y[c] + y[d], cdZ = z[c] + z[d];
  areaX[a] += (y[b] * cdZ - z[b] * cdY + (y[c] * z[d] - z[c] * y[d])) / 12.0;
  areaY[a] += (z[b] * cdX - x[b] * cdZ + (z[c] * x[d] - x[c] * z[d])) / 12.0;
  areaZ[a] += (x[b] * cdY - y[b] * cdX + (x[c] * y[d] - y[c] * x[d])) / 12.0;
}

__device__ inline void addFace(const double x[8], const double y[8], const double z[8], int a, int b, int c, int d,
                               double areaX[8], double areaY[8], double areaZ[8])
{
  addCorner(x, y, z, a, b, c, d, areaX, areaY, areaZ);
  addCorner(x, y, z, b, c, d, a, areaX, areaY, areaZ);
  addCorner(x, y, z, c, d, a, b, areaX, areaY, areaZ);
  addCorner(x, y, z, d, a, b, c, areaX, areaY, areaZ);
}

// The area vector of a corner is the gradient of the volume when that corner moves: a pressure p pushes it with p times that.
// The volume is a third of the sum of position times area, since it grows with the cube of the positions.
__device__ inline double cornerAreas(const double x[8], const double y[8], const double z[8], double areaX[8],
                                     double areaY[8], double areaZ[8])
{
  for (int c = 0; c < 8; c++) areaX[c] = areaY[c] = areaZ[c] = 0.0;
  addFace(x, y, z, 0, 3, 2, 1, areaX, areaY, areaZ);
  addFace(x, y, z, 4, 5, 6, 7, areaX, areaY, areaZ);
  addFace(x, y, z, 0, 1, 5, 4, areaX, areaY, areaZ);
  addFace(x, y, z, 3, 7, 6, 2, areaX, areaY, areaZ);
  addFace(x, y, z, 0, 4, 7, 3, areaX, areaY, areaZ);
  addFace(x, y, z, 1, 2, 6, 5, areaX, areaY, areaZ);
  double volume = 0.0;
  for (int c = 0; c < 8; c++) volume += x[c] * areaX[c] + y[c] * areaY[c] + z[c] * areaZ[c];
  return volume / 3.0;
}
