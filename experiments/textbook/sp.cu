// One thread per line and variable: pentadiagonal elimination without pivots, and back. Lines side by side in memory; the five diagonals
// are computed as they are needed, the two upper ones kept for the way back.
#include "textbook.cuh"

__global__ void solve(const double *speed, double *value, double *upper, double *upper2, double reach, double spread, double damping, int size)
{
  int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= 5 * size * size) return;
  int i = line % size, k = line / size; // k counts the planes of all five variables
  double u1 = 0, u2 = 0, y1 = 0, w1 = 0, w2 = 0, z1 = 0; // of the row before, and of the one before that
  for (int l = 0; l < size; l++) {
    size_t at = ((size_t) k * size + l) * size + i;
    double c = reach * speed[at % ((size_t) size * size * size)];
    double b = -c - spread - 4 * damping - damping * w1;
    double d = 1 / (1 + 2 * spread + 6 * damping - damping * w2 - b * u1);
    double r = (c - spread - 4 * damping - b * u2) * d, y = (value[at] - damping * z1 - b * y1) * d;
    w1 = u1, w2 = u2, z1 = y1;
    u1 = upper[at] = r, u2 = upper2[at] = damping * d, y1 = value[at] = y;
  }
  double next = 0, after = 0;
  for (int l = size - 1; l >= 0; l--) {
    size_t at = ((size_t) k * size + l) * size + i;
    double x = value[at] - upper[at] * next - upper2[at] * after;
    value[at] = x, after = next, next = x;
  }
}

int main(int argc, char **argv)
{
  int size = argument(argc, argv, 1, 128);
  size_t points = (size_t) size * size * size;
  double *speed = randomOnDevice(points), *value = randomOnDevice(5 * points), *upper = randomOnDevice(5 * points), *upper2 = randomOnDevice(5 * points);
  report("launch", 20, [&] { solve<<<(5 * size * size + 63) / 64, 64>>>(speed, value, upper, upper2, 0.1, 0.2, 0.05, size); });
}
