#include "mesh.h"
#include <cmath>
#include <cstdlib>
#include <vector>

struct Point {
  double at[3];
};

// A tetrahedron follows the edges of its cube from one end of the diagonal to the other, along the axes in this order.
static const int path[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static int pathNumber(int first, int second)
{
  for (int p = 0; p < 6; p++)
    if (path[p][0] == first && path[p][1] == second) return p;
  abort();
}

static Point nodeAt(const int node[3], int side)
{
  const double turn = 2.0 * acos(-1.0);
  double u = (double) node[0] / side, v = (double) node[1] / side, w = (double) node[2] / side;
  return {{4.0 * (u + 0.02 * sin(turn * v) * sin(turn * u)), 2.0 * (v + 0.015 * sin(turn * w) * sin(turn * v)),
           2.0 * (w + 0.02 * sin(turn * u) * sin(turn * w))}};
}

static bool isWing(const int cube[3], int side)
{
  return 3 * cube[0] >= side && 2 * cube[0] < side + 1 && 4 * cube[1] >= side && 4 * cube[1] < 3 * side &&
         2 * cube[2] + 1 >= side && 2 * cube[2] - 1 < side + side / 16;
}

static void crossProduct(const Point &a, const Point &b, const Point &c, double result[3])
{
  for (int k = 0; k < 3; k++) {
    int l = (k + 1) % 3, m = (k + 2) % 3;
    result[k] = (b.at[l] - a.at[l]) * (c.at[m] - a.at[m]) - (b.at[m] - a.at[m]) * (c.at[l] - a.at[l]);
  }
}

// The face opposite to a corner of the path: its normal points away from that corner.
static void setGeometry(int e, int elements, const Point corner[4], double *normal, double *volume)
{
  for (int face = 0; face < FACES; face++) {
    const Point &a = corner[(face + 1) % 4], &b = corner[(face + 2) % 4], &c = corner[(face + 3) % 4];
    double cross[3], outwards = 0.0;
    crossProduct(a, b, c, cross);
    for (int k = 0; k < 3; k++) outwards += cross[k] * (a.at[k] - corner[face].at[k]);
    for (int k = 0; k < 3; k++)
      normal[(face * 3 + k) * elements + e] = outwards > 0 ? 0.5 * cross[k] : -0.5 * cross[k];
    volume[e] = fabs(outwards) / 6.0;
  }
}

// The first element of every cube, or WING.
static std::vector<int> numberCubes(int side, bool withWing)
{
  std::vector<int> firstElement(side * side * side, WING);
  int elements = 0;
  for (int cube = 0; cube < side * side * side; cube++) {
    const int place[3] = {cube % side, cube / side % side, cube / (side * side)};
    if (withWing && isWing(place, side)) continue;
    firstElement[cube] = elements;
    elements += 6;
  }
  return firstElement;
}

int countElements(int side, bool withWing)
{
  int elements = 0;
  for (int first : numberCubes(side, withWing)) elements += first == WING ? 0 : 6;
  return elements;
}

void buildMesh(int side, bool withWing, int *neighbour, double *normal, double *volume)
{
  int elements = countElements(side, withWing);
  std::vector<int> firstElement = numberCubes(side, withWing);
  const int stride[3] = {1, side, side * side};
  for (int cube = 0; cube < side * side * side; cube++) {
    if (firstElement[cube] == WING) continue;
    for (int p = 0; p < 6; p++) {
      int e = firstElement[cube] + p;
      int node[3] = {cube % side, cube / side % side, cube / (side * side)};
      const int *axis = path[p];
      int before = node[axis[2]] > 0 ? firstElement[cube - stride[axis[2]]] : FAR_FIELD;
      int after = node[axis[0]] < side - 1 ? firstElement[cube + stride[axis[0]]] : FAR_FIELD;
      neighbour[0 * elements + e] = after < 0 ? after : after + pathNumber(axis[1], axis[2]);
      neighbour[1 * elements + e] = firstElement[cube] + pathNumber(axis[1], axis[0]);
      neighbour[2 * elements + e] = firstElement[cube] + pathNumber(axis[0], axis[2]);
      neighbour[3 * elements + e] = before < 0 ? before : before + pathNumber(axis[2], axis[0]);

      Point corner[4];
      corner[0] = nodeAt(node, side);
      for (int step = 0; step < 3; step++) {
        node[axis[step]]++;
        corner[step + 1] = nodeAt(node, side);
      }
      setGeometry(e, elements, corner, normal, volume);
    }
  }
}
