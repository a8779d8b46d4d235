// One thread per hexahedron: pressure on its corners and damping of its four hourglass modes. The areas are those of plain quadrilaterals,
// a quarter of each to its corners, which takes fewer operations than the exact gradient of the volume that the corpus program uses.
#include "textbook.cuh"

__constant__ double mode[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1}, {1, -1, -1, 1, -1, 1, 1, -1}, {1, -1, 1, -1, 1, -1, 1, -1}, {-1, 1, -1, 1, 1, -1, 1, -1}};

__global__ void forces(const double *px, const double *py, const double *pz, const double *ux, const double *uy, const double *uz, const int *corner,
                       const double *mass, const double *pressure, const double *viscosity, const double *sound, double *fx, double *fy, double *fz, int n)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  double x[8], y[8], z[8], vx[8], vy[8], vz[8], ax[8] = {}, ay[8] = {}, az[8] = {};
  for (int c = 0; c < 8; c++) {
    int node = corner[c * n + e];
    x[c] = px[node], y[c] = py[node], z[c] = pz[node], vx[c] = ux[node], vy[c] = uy[node], vz[c] = uz[node];
  }
#pragma unroll
  for (int f = 0; f < 6; f++) {
    const int table[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 4, 7, 3}, {1, 2, 6, 5}};
    const int a = table[f][0], b = table[f][1], c = table[f][2], d = table[f][3];
    double px1 = x[c] - x[a], py1 = y[c] - y[a], pz1 = z[c] - z[a], px2 = x[d] - x[b], py2 = y[d] - y[b], pz2 = z[d] - z[b];
    double nx = 0.125 * (py1 * pz2 - pz1 * py2), ny = 0.125 * (pz1 * px2 - px1 * pz2), nz = 0.125 * (px1 * py2 - py1 * px2);
#pragma unroll
    for (int k = 0; k < 4; k++) ax[table[f][k]] += nx, ay[table[f][k]] += ny, az[table[f][k]] += nz;
  }
  double volume = 0;
  for (int c = 0; c < 8; c++) volume += (x[c] * ax[c] + y[c] * ay[c] + z[c] * az[c]) / 3;
  double stress = pressure[e] + viscosity[e], damping = 0.03 * sound[e] * mass[e] / cbrt(volume);
  double gx[8], gy[8], gz[8];
  for (int c = 0; c < 8; c++) gx[c] = stress * ax[c], gy[c] = stress * ay[c], gz[c] = stress * az[c];
  for (int m = 0; m < 4; m++) {
    double bx = 0, by = 0, bz = 0, rx = 0, ry = 0, rz = 0, shape[8];
    for (int c = 0; c < 8; c++) bx += mode[m][c] * x[c], by += mode[m][c] * y[c], bz += mode[m][c] * z[c];
    for (int c = 0; c < 8; c++) {
      shape[c] = mode[m][c] - (ax[c] * bx + ay[c] * by + az[c] * bz) / volume;
      rx += shape[c] * vx[c], ry += shape[c] * vy[c], rz += shape[c] * vz[c];
    }
    for (int c = 0; c < 8; c++) gx[c] -= damping * rx * shape[c], gy[c] -= damping * ry * shape[c], gz[c] -= damping * rz * shape[c];
  }
  for (int c = 0; c < 8; c++) fx[c * n + e] = gx[c], fy[c * n + e] = gy[c], fz[c * n + e] = gz[c];
}

int main(int argc, char **argv)
{
  int side = argument(argc, argv, 1, 90), n = side * side * side, line = side + 1, nodes = line * line * line;
  const int dx[8] = {0, 1, 1, 0, 0, 1, 1, 0}, dy[8] = {0, 0, 1, 1, 0, 0, 1, 1}, dz[8] = {0, 0, 0, 0, 1, 1, 1, 1};
  std::vector<int> corners((size_t) 8 * n);
  std::vector<double> places[3];
  for (int c = 0; c < 8; c++)
    for (int e = 0; e < n; e++)
      corners[(size_t) c * n + e] = ((e / (side * side) + dz[c]) * line + e / side % side + dy[c]) * line + e % side + dx[c];
  for (int node = 0; node < nodes; node++) {
    places[0].push_back(node % line), places[1].push_back(node / line % line), places[2].push_back(node / (line * line));
  }
  int *corner = onDevice(corners);
  double *at[3], *speed[3], *of[4], *force[3];
  for (int k = 0; k < 3; k++) at[k] = onDevice(places[k]), speed[k] = randomOnDevice(nodes), force[k] = randomOnDevice((size_t) 8 * n);
  for (auto &one : of) one = randomOnDevice(n);
  report("launch", 20, [&] {
    forces<<<(n + 127) / 128, 128>>>(at[0], at[1], at[2], speed[0], speed[1], speed[2], corner, of[0], of[1], of[2], of[3], force[0], force[1],
                                     force[2], n);
  });
}
