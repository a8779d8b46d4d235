// Fields hold their five variables one after the other, x fastest. The outermost points are given and never change.
#pragma once

enum Variable { Q, U, V, W, S, VARIABLES };

#define AT(m, i, j, k) ((((m) * size + (k)) * size + (j)) * size + (i))
#define IS_INSIDE(i) ((i) > 0 && (i) < size - 1)

#define LINE_BLOCK 64
#define TILE 16
#define NORM_BLOCK 256

#define SOUND_SPEED_OF_Q 0.2  // (gamma - 1) / 2
#define DIFFUSION 0.02
#define DISSIPATION 0.05
#define INVERSE_ROOT_TWO 0.70710678118654752440

// The solution the forcing is made for; with `bump` something is added that vanishes at the outermost points.
__global__ void setSolution(double *field, double bump, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= size || j >= size) return;
  double x = (double) i / (size - 1);
  double y = (double) j / (size - 1);
  double z = (double) k / (size - 1);
  double extra = bump * 64.0 * x * (1.0 - x) * y * (1.0 - y) * z * (1.0 - z);
  field[AT(Q, i, j, k)] = 5.0 + 0.4 * sin(2.0 * x + y) * cos(z) + extra;
  field[AT(U, i, j, k)] = 0.5 + 0.2 * cos(x) * sin(2.0 * y + z) - extra;
  field[AT(V, i, j, k)] = 0.3 + 0.2 * sin(x + z) * cos(2.0 * y) + extra;
  field[AT(W, i, j, k)] = 0.2 + 0.1 * cos(x + 2.0 * y + 3.0 * z) - extra;
  field[AT(S, i, j, k)] = 1.0 + x * y * z + extra;
}

// forcing = -residual of the solution without it
__global__ void setForcing(const double *residual, double *forcing, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= size || j >= size) return;
  for (int m = 0; m < VARIABLES; m++) forcing[AT(m, i, j, k)] = -residual[AT(m, i, j, k)];
}

__global__ void convectAndDiffuse(const double *field, const double *forcing, double *residual, double width, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= size || j >= size) return;
  if (!IS_INSIDE(i) || !IS_INSIDE(j) || !IS_INSIDE(k)) {
    for (int m = 0; m < VARIABLES; m++) residual[AT(m, i, j, k)] = 0.0;
    return;
  }
  double slope = 0.5 / width;
  double bend = DIFFUSION / (width * width);
  double sound = SOUND_SPEED_OF_Q * field[AT(Q, i, j, k)];
  double u = field[AT(U, i, j, k)];
  double v = field[AT(V, i, j, k)];
  double w = field[AT(W, i, j, k)];
  double change[VARIABLES];
  double qx = 0.0, qy = 0.0, qz = 0.0;
  double divergence = 0.0;
  for (int m = 0; m < VARIABLES; m++) {
    double here = field[AT(m, i, j, k)];
    double east = field[AT(m, i + 1, j, k)], west = field[AT(m, i - 1, j, k)];
    double north = field[AT(m, i, j + 1, k)], south = field[AT(m, i, j - 1, k)];
    double above = field[AT(m, i, j, k + 1)], below = field[AT(m, i, j, k - 1)];
    double dx = slope * (east - west);
    double dy = slope * (north - south);
    double dz = slope * (above - below);
    double laplacian = (east - 2.0 * here + west) + (north - 2.0 * here + south) + (above - 2.0 * here + below);
    change[m] = forcing[AT(m, i, j, k)] + bend * laplacian - (u * dx + v * dy + w * dz);
    if (m == Q) {
      qx = dx;
      qy = dy;
      qz = dz;
    }
    if (m == U) divergence += dx;
    if (m == V) divergence += dy;
    if (m == W) divergence += dz;
  }
  residual[AT(Q, i, j, k)] = change[Q] - sound * divergence;
  residual[AT(U, i, j, k)] = change[U] - sound * qx;
  residual[AT(V, i, j, k)] = change[V] - sound * qy;
  residual[AT(W, i, j, k)] = change[W] - sound * qz;
  residual[AT(S, i, j, k)] = change[S];
}

// Fourth difference along a line; beyond its ends the field goes on straight.
__device__ inline double fourthDifference(const double *field, int at, int stride, int place, int size)
{
  double here = field[at];
  double before = field[at - stride];
  double after = field[at + stride];
  double twoBefore = place > 1 ? field[at - 2 * stride] : 2.0 * before - here;
  double twoAfter = place < size - 2 ? field[at + 2 * stride] : 2.0 * after - here;
  return twoBefore - 4.0 * before + 6.0 * here - 4.0 * after + twoAfter;
}

// Damps what the grid cannot carry.
__global__ void dissipate(const double *field, double *residual, double width, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (!IS_INSIDE(i) || !IS_INSIDE(j) || !IS_INSIDE(k)) return;
  double strength = DISSIPATION / width;
  for (int m = 0; m < VARIABLES; m++) {
    int at = AT(m, i, j, k);
    double rough = fourthDifference(field, at, 1, i, size) + fourthDifference(field, at, size, j, size) +
                   fourthDifference(field, at, size * size, k, size);
    residual[at] -= strength * rough;
  }
}

// Into the waves of x: q + u in the place of q, q - u in the place of u. The step is taken along. Lines along x are solved with x and y
// exchanged, so that neighbouring threads read neighbouring numbers: the exchange goes through shared memory.
__global__ void toWavesOfX(const double *residual, double *waves, double dt, int size)
{
  __shared__ double tile[VARIABLES][TILE][TILE + 1];
  int i = blockIdx.x * TILE + threadIdx.x;
  int j = blockIdx.y * TILE + threadIdx.y;
  int k = blockIdx.z;
  if (i < size && j < size) {
    double q = dt * residual[AT(Q, i, j, k)];
    double u = dt * residual[AT(U, i, j, k)];
    tile[Q][threadIdx.y][threadIdx.x] = INVERSE_ROOT_TWO * (q + u);
    tile[U][threadIdx.y][threadIdx.x] = INVERSE_ROOT_TWO * (q - u);
    tile[V][threadIdx.y][threadIdx.x] = dt * residual[AT(V, i, j, k)];
    tile[W][threadIdx.y][threadIdx.x] = dt * residual[AT(W, i, j, k)];
    tile[S][threadIdx.y][threadIdx.x] = dt * residual[AT(S, i, j, k)];
  }
  __syncthreads();
  i = blockIdx.x * TILE + threadIdx.y;
  j = blockIdx.y * TILE + threadIdx.x;
  if (i < size && j < size)
    for (int m = 0; m < VARIABLES; m++) waves[AT(m, j, i, k)] = tile[m][threadIdx.x][threadIdx.y];
}

// What the speeds along x are made of, with x and y exchanged.
__global__ void turnSpeeds(const double *field, double *turned, int size)
{
  __shared__ double tile[2][TILE][TILE + 1];
  int i = blockIdx.x * TILE + threadIdx.x;
  int j = blockIdx.y * TILE + threadIdx.y;
  int k = blockIdx.z;
  if (i < size && j < size) {
    tile[Q][threadIdx.y][threadIdx.x] = field[AT(Q, i, j, k)];
    tile[U][threadIdx.y][threadIdx.x] = field[AT(U, i, j, k)];
  }
  __syncthreads();
  i = blockIdx.x * TILE + threadIdx.y;
  j = blockIdx.y * TILE + threadIdx.x;
  if (i < size && j < size) {
    turned[AT(Q, j, i, k)] = tile[Q][threadIdx.x][threadIdx.y];
    turned[AT(U, j, i, k)] = tile[U][threadIdx.x][threadIdx.y];
  }
}

__global__ void fromWavesOfXToY(const double *waves, double *residual, int size)
{
  __shared__ double tile[VARIABLES][TILE][TILE + 1];
  int i = blockIdx.x * TILE + threadIdx.y;
  int j = blockIdx.y * TILE + threadIdx.x;
  int k = blockIdx.z;
  if (i < size && j < size)
    for (int m = 0; m < VARIABLES; m++) tile[m][threadIdx.x][threadIdx.y] = waves[AT(m, j, i, k)];
  __syncthreads();
  i = blockIdx.x * TILE + threadIdx.x;
  j = blockIdx.y * TILE + threadIdx.y;
  if (i >= size || j >= size) return;
  double forth = tile[Q][threadIdx.y][threadIdx.x];
  double back = tile[U][threadIdx.y][threadIdx.x];
  double v = tile[V][threadIdx.y][threadIdx.x];
  double q = INVERSE_ROOT_TWO * (forth + back);
  residual[AT(U, i, j, k)] = INVERSE_ROOT_TWO * (forth - back);
  residual[AT(Q, i, j, k)] = INVERSE_ROOT_TWO * (q + v);
  residual[AT(V, i, j, k)] = INVERSE_ROOT_TWO * (q - v);
  residual[AT(W, i, j, k)] = tile[W][threadIdx.y][threadIdx.x];
  residual[AT(S, i, j, k)] = tile[S][threadIdx.y][threadIdx.x];
}

__global__ void fromWavesOfYToZ(double *residual, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= size || j >= size) return;
  double forth = residual[AT(Q, i, j, k)];
  double back = residual[AT(V, i, j, k)];
  double w = residual[AT(W, i, j, k)];
  double q = INVERSE_ROOT_TWO * (forth + back);
  residual[AT(V, i, j, k)] = INVERSE_ROOT_TWO * (forth - back);
  residual[AT(Q, i, j, k)] = INVERSE_ROOT_TWO * (q + w);
  residual[AT(W, i, j, k)] = INVERSE_ROOT_TWO * (q - w);
}

// Out of the waves of z, and the correction onto the field.
__global__ void addCorrection(const double *residual, double *field, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= size || j >= size) return;
  double forth = residual[AT(Q, i, j, k)];
  double back = residual[AT(W, i, j, k)];
  field[AT(Q, i, j, k)] += INVERSE_ROOT_TWO * (forth + back);
  field[AT(W, i, j, k)] += INVERSE_ROOT_TWO * (forth - back);
  field[AT(U, i, j, k)] += residual[AT(U, i, j, k)];
  field[AT(V, i, j, k)] += residual[AT(V, i, j, k)];
  field[AT(S, i, j, k)] += residual[AT(S, i, j, k)];
}

// One thread per line and variable: (1 + dt (speed d/dx - nu d2/dx2 + damping d4)) x = residual, pentadiagonal. Each row is freed of
// what stands left of its diagonal by the two rows before it, which are kept with their diagonal made 1; then the unknowns
// follow from the end. The correction is zero at both ends of a line. Along x the arrays have x and y exchanged.
__global__ void solveX(const double *turned, double *waves, double *upper, double *upper2, double dt, double width, int size)
{
  int line = blockIdx.x * blockDim.x + threadIdx.x;
  int m = line / (size * size);
  int j = line % size;
  int k = line / size % size;
  if (m >= VARIABLES || !IS_INSIDE(j) || !IS_INSIDE(k)) return;
  double forth = m == Q ? 1.0 : m == U ? -1.0 : 0.0;
  double damping = dt * DISSIPATION / width;
  double diffusion = dt * DIFFUSION / (width * width);
  double previousUpper = 0.0, previousUpper2 = 0.0, previousValue = 0.0;
  double earlierUpper = 0.0, earlierUpper2 = 0.0, earlierValue = 0.0;
  for (int l = 1; l < size - 1; l++) {
    double speed = turned[AT(U, j, l, k)] + forth * SOUND_SPEED_OF_Q * turned[AT(Q, j, l, k)];
    double convection = 0.5 * dt * speed / width;
    double left2 = damping;
    double left = -convection - diffusion - 4.0 * damping - left2 * earlierUpper;
    double diagonal = 1.0 + 2.0 * diffusion + (l == 1 || l == size - 2 ? 5.0 : 6.0) * damping - left2 * earlierUpper2 -
                      left * previousUpper;
    double right = convection - diffusion - 4.0 * damping - left * previousUpper2;
    double value = waves[AT(m, j, l, k)] - left2 * earlierValue - left * previousValue;
    earlierUpper = previousUpper;
    earlierUpper2 = previousUpper2;
    earlierValue = previousValue;
    previousUpper = right / diagonal;
    previousUpper2 = damping / diagonal;
    previousValue = value / diagonal;
    upper[AT(m, j, l, k)] = previousUpper;
    upper2[AT(m, j, l, k)] = previousUpper2;
    waves[AT(m, j, l, k)] = previousValue;
  }
  double next = 0.0, afterNext = 0.0;
  for (int l = size - 2; l > 0; l--) {
    double solved = waves[AT(m, j, l, k)] - upper[AT(m, j, l, k)] * next - upper2[AT(m, j, l, k)] * afterNext;
    waves[AT(m, j, l, k)] = solved;
    afterNext = next;
    next = solved;
  }
}

// The same along y.
__global__ void solveY(const double *field, double *residual, double *upper, double *upper2, double dt, double width, int size)
{
  int line = blockIdx.x * blockDim.x + threadIdx.x;
  int m = line / (size * size);
  int i = line % size;
  int k = line / size % size;
  if (m >= VARIABLES || !IS_INSIDE(i) || !IS_INSIDE(k)) return;
  double forth = m == Q ? 1.0 : m == V ? -1.0 : 0.0;
  double damping = dt * DISSIPATION / width;
  double diffusion = dt * DIFFUSION / (width * width);
  double previousUpper = 0.0, previousUpper2 = 0.0, previousValue = 0.0;
  double earlierUpper = 0.0, earlierUpper2 = 0.0, earlierValue = 0.0;
  for (int l = 1; l < size - 1; l++) {
    double speed = field[AT(V, i, l, k)] + forth * SOUND_SPEED_OF_Q * field[AT(Q, i, l, k)];
    double convection = 0.5 * dt * speed / width;
    double left2 = damping;
    double left = -convection - diffusion - 4.0 * damping - left2 * earlierUpper;
    double diagonal = 1.0 + 2.0 * diffusion + (l == 1 || l == size - 2 ? 5.0 : 6.0) * damping - left2 * earlierUpper2 -
                      left * previousUpper;
    double right = convection - diffusion - 4.0 * damping - left * previousUpper2;
    double value = residual[AT(m, i, l, k)] - left2 * earlierValue - left * previousValue;
    earlierUpper = previousUpper;
    earlierUpper2 = previousUpper2;
    earlierValue = previousValue;
    previousUpper = right / diagonal;
    previousUpper2 = damping / diagonal;
    previousValue = value / diagonal;
    upper[AT(m, i, l, k)] = previousUpper;
    upper2[AT(m, i, l, k)] = previousUpper2;
    residual[AT(m, i, l, k)] = previousValue;
  }
  double next = 0.0, afterNext = 0.0;
  for (int l = size - 2; l > 0; l--) {
    double solved = residual[AT(m, i, l, k)] - upper[AT(m, i, l, k)] * next - upper2[AT(m, i, l, k)] * afterNext;
    residual[AT(m, i, l, k)] = solved;
    afterNext = next;
    next = solved;
  }
}

// The same along z.
__global__ void solveZ(const double *field, double *residual, double *upper, double *upper2, double dt, double width, int size)
{
  int line = blockIdx.x * blockDim.x + threadIdx.x;
  int m = line / (size * size);
  int i = line % size;
  int j = line / size % size;
  if (m >= VARIABLES || !IS_INSIDE(i) || !IS_INSIDE(j)) return;
  double forth = m == Q ? 1.0 : m == W ? -1.0 : 0.0;
  double damping = dt * DISSIPATION / width;
  double diffusion = dt * DIFFUSION / (width * width);
  double previousUpper = 0.0, previousUpper2 = 0.0, previousValue = 0.0;
  double earlierUpper = 0.0, earlierUpper2 = 0.0, earlierValue = 0.0;
  for (int l = 1; l < size - 1; l++) {
    double speed = field[AT(W, i, j, l)] + forth * SOUND_SPEED_OF_Q * field[AT(Q, i, j, l)];
    double convection = 0.5 * dt * speed / width;
    double left2 = damping;
    double left = -convection - diffusion - 4.0 * damping - left2 * earlierUpper;
    double diagonal = 1.0 + 2.0 * diffusion + (l == 1 || l == size - 2 ? 5.0 : 6.0) * damping - left2 * earlierUpper2 -
                      left * previousUpper;
    double right = convection - diffusion - 4.0 * damping - left * previousUpper2;
    double value = residual[AT(m, i, j, l)] - left2 * earlierValue - left * previousValue;
    earlierUpper = previousUpper;
    earlierUpper2 = previousUpper2;
    earlierValue = previousValue;
    previousUpper = right / diagonal;
    previousUpper2 = damping / diagonal;
    previousValue = value / diagonal;
    upper[AT(m, i, j, l)] = previousUpper;
    upper2[AT(m, i, j, l)] = previousUpper2;
    residual[AT(m, i, j, l)] = previousValue;
  }
  double next = 0.0, afterNext = 0.0;
  for (int l = size - 2; l > 0; l--) {
    double solved = residual[AT(m, i, j, l)] - upper[AT(m, i, j, l)] * next - upper2[AT(m, i, j, l)] * afterNext;
    residual[AT(m, i, j, l)] = solved;
    afterNext = next;
    next = solved;
  }
}

__global__ void subtract(const double *field, const double *solution, double *difference, int size)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= size || j >= size) return;
  for (int m = 0; m < VARIABLES; m++) difference[AT(m, i, j, k)] = field[AT(m, i, j, k)] - solution[AT(m, i, j, k)];
}

// Sum of squares of each variable over a block, always added in the same order.
__global__ void sumSquares(const double *field, double *partial, int points)
{
  __shared__ double part[NORM_BLOCK];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int m = blockIdx.y;
  double value = at < points ? field[m * points + at] : 0.0;
  part[threadIdx.x] = value * value;
  __syncthreads();
  for (int half = NORM_BLOCK / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[m * gridDim.x + blockIdx.x] = part[0];
}
