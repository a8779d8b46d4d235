// The kernels of a Lagrangian step. Positions and velocities live on nodes; mass, energy, pressure and viscosity on elements.
// corner[c * elements + e] is the node at corner c of element e, and forces at corners are stored in the same order.
#pragma once

#include "element.cuh"

#define BLOCK_SIZE 128

#define GAMMA 1.4
#define LINEAR_VISCOSITY 0.5
#define QUADRATIC_VISCOSITY 0.667
#define HOURGLASS_DAMPING 0.03
#define COURANT 0.3

// Weights of the corners in the way from the middle of one face to the middle of the opposite one.
__constant__ double towardXi[8] = {-0.25, 0.25, 0.25, -0.25, -0.25, 0.25, 0.25, -0.25};
__constant__ double towardEta[8] = {-0.25, -0.25, 0.25, 0.25, -0.25, -0.25, 0.25, 0.25};
__constant__ double towardZeta[8] = {-0.25, -0.25, -0.25, -0.25, 0.25, 0.25, 0.25, 0.25};

// The four ways to deform a cube that change neither its volume nor the mean velocity gradient.
__constant__ double hourglassMode[4][8] = {{1, -1, 1, -1, 1, -1, 1, -1},
                                           {1, 1, -1, -1, -1, -1, 1, 1},
                                           {1, -1, -1, 1, -1, 1, 1, -1},
                                           {-1, 1, -1, 1, 1, -1, 1, -1}};

// What pressure, viscosity and hourglass damping (in the manner of Flanagan and Belytschko) do to the corners of an element.
__global__ void cornerForces(const double *nodeX, const double *nodeY, const double *nodeZ, const double *nodeVx,
                             const double *nodeVy, const double *nodeVz, const int *corner, const double *mass,
                             const double *pressure, const double *viscosity, const double *soundSpeed, double *forceX,
                             double *forceY, double *forceZ, int elements)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  double x[8], y[8], z[8], vx[8], vy[8], vz[8];
  for (int c = 0; c < 8; c++) {
    int node = corner[c * elements + e];
    x[c] = nodeX[node];
    y[c] = nodeY[node];
    z[c] = nodeZ[node];
    vx[c] = nodeVx[node];
    vy[c] = nodeVy[node];
    vz[c] = nodeVz[node];
  }
  double areaX[8], areaY[8], areaZ[8];
  double volume = cornerAreas(x, y, z, areaX, areaY, areaZ);

  double stress = pressure[e] + viscosity[e];
  double fx[8], fy[8], fz[8];
  for (int c = 0; c < 8; c++) {
    fx[c] = stress * areaX[c];
    fy[c] = stress * areaY[c];
    fz[c] = stress * areaZ[c];
  }

  double damping = HOURGLASS_DAMPING * soundSpeed[e] * mass[e] / cbrt(volume);
  for (int m = 0; m < 4; m++) {
    double bentX = 0.0, bentY = 0.0, bentZ = 0.0;
    for (int c = 0; c < 8; c++) {
      bentX += hourglassMode[m][c] * x[c];
      bentY += hourglassMode[m][c] * y[c];
      bentZ += hourglassMode[m][c] * z[c];
    }
    double shape[8];
    double rateX = 0.0, rateY = 0.0, rateZ = 0.0;
    for (int c = 0; c < 8; c++) {
      shape[c] = hourglassMode[m][c] - (areaX[c] * bentX + areaY[c] * bentY + areaZ[c] * bentZ) / volume;
      rateX += shape[c] * vx[c];
      rateY += shape[c] * vy[c];
      rateZ += shape[c] * vz[c];
    }
    for (int c = 0; c < 8; c++) {
      fx[c] -= damping * rateX * shape[c];
      fy[c] -= damping * rateY * shape[c];
      fz[c] -= damping * rateZ * shape[c];
    }
  }
  for (int c = 0; c < 8; c++) {
    forceX[c * elements + e] = fx[c];
    forceY[c * elements + e] = fy[c];
    forceZ[c * elements + e] = fz[c];
  }
}

// Moves a node by `elapsed` from the start of the step of length dt, under the forces its corners feel. The mean velocity of
// the whole step is what both the positions and the energies are updated with: that conserves the total energy.
__global__ void moveNodes(const double *forceX, const double *forceY, const double *forceZ, const int *firstCorner,
                          const int *cornerOf, const int *heldPlanes, const double *nodeMass, const double *startX,
                          const double *startY, const double *startZ, const double *startVx, const double *startVy,
                          const double *startVz, double *x, double *y, double *z, double *vx, double *vy, double *vz,
                          double *meanVx, double *meanVy, double *meanVz, double dt, double elapsed, int nodes)
{
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n >= nodes) return;
  double fx = 0.0, fy = 0.0, fz = 0.0;
  for (int k = firstCorner[n]; k < firstCorner[n + 1]; k++) {
    fx += forceX[cornerOf[k]];
    fy += forceY[cornerOf[k]];
    fz += forceZ[cornerOf[k]];
  }
  double accelerationX = heldPlanes[n] & 1 ? 0.0 : fx / nodeMass[n];
  double accelerationY = heldPlanes[n] & 2 ? 0.0 : fy / nodeMass[n];
  double accelerationZ = heldPlanes[n] & 4 ? 0.0 : fz / nodeMass[n];
  double meanX = startVx[n] + 0.5 * dt * accelerationX;
  double meanY = startVy[n] + 0.5 * dt * accelerationY;
  double meanZ = startVz[n] + 0.5 * dt * accelerationZ;
  meanVx[n] = meanX;
  meanVy[n] = meanY;
  meanVz[n] = meanZ;
  vx[n] = startVx[n] + elapsed * accelerationX;
  vy[n] = startVy[n] + elapsed * accelerationY;
  vz[n] = startVz[n] + elapsed * accelerationZ;
  x[n] = startX[n] + elapsed * meanX;
  y[n] = startY[n] + elapsed * meanY;
  z[n] = startZ[n] + elapsed * meanZ;
}

// New volumes and how fast they change; along each direction of the element how long it is and how fast it is compressed,
// which is the gradient the artificial viscosity compares between neighbours.
__global__ void kinematicsAndGradients(const double *nodeX, const double *nodeY, const double *nodeZ, const double *nodeVx,
                                       const double *nodeVy, const double *nodeVz, const int *corner, double *volume,
                                       double *divergence, double *length, double *gradientXi, double *gradientEta,
                                       double *gradientZeta, double *lengthXi, double *lengthEta, double *lengthZeta,
                                       int elements)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  double x[8], y[8], z[8], vx[8], vy[8], vz[8];
  for (int c = 0; c < 8; c++) {
    int node = corner[c * elements + e];
    x[c] = nodeX[node];
    y[c] = nodeY[node];
    z[c] = nodeZ[node];
    vx[c] = nodeVx[node];
    vy[c] = nodeVy[node];
    vz[c] = nodeVz[node];
  }
  double areaX[8], areaY[8], areaZ[8];
  double newVolume = cornerAreas(x, y, z, areaX, areaY, areaZ);
  double growth = 0.0;
  for (int c = 0; c < 8; c++) growth += areaX[c] * vx[c] + areaY[c] * vy[c] + areaZ[c] * vz[c];
  volume[e] = newVolume;
  divergence[e] = growth / newVolume;

  double xiX = 0.0, xiY = 0.0, xiZ = 0.0, xiVx = 0.0, xiVy = 0.0, xiVz = 0.0;
  double etaX = 0.0, etaY = 0.0, etaZ = 0.0, etaVx = 0.0, etaVy = 0.0, etaVz = 0.0;
  double zetaX = 0.0, zetaY = 0.0, zetaZ = 0.0, zetaVx = 0.0, zetaVy = 0.0, zetaVz = 0.0;
  for (int c = 0; c < 8; c++) {
    xiX += towardXi[c] * x[c];
    xiY += towardXi[c] * y[c];
    xiZ += towardXi[c] * z[c];
    xiVx += towardXi[c] * vx[c];
    xiVy += towardXi[c] * vy[c];
    xiVz += towardXi[c] * vz[c];
    etaX += towardEta[c] * x[c];
    etaY += towardEta[c] * y[c];
    etaZ += towardEta[c] * z[c];
    etaVx += towardEta[c] * vx[c];
    etaVy += towardEta[c] * vy[c];
    etaVz += towardEta[c] * vz[c];
    zetaX += towardZeta[c] * x[c];
    zetaY += towardZeta[c] * y[c];
    zetaZ += towardZeta[c] * z[c];
    zetaVx += towardZeta[c] * vx[c];
    zetaVy += towardZeta[c] * vy[c];
    zetaVz += towardZeta[c] * vz[c];
  }

  double acrossXiX = etaY * zetaZ - etaZ * zetaY;
  double acrossXiY = etaZ * zetaX - etaX * zetaZ;
  double acrossXiZ = etaX * zetaY - etaY * zetaX;
  double alongXiLength = newVolume / sqrt(acrossXiX * acrossXiX + acrossXiY * acrossXiY + acrossXiZ * acrossXiZ);
  gradientXi[e] = (acrossXiX * xiVx + acrossXiY * xiVy + acrossXiZ * xiVz) / newVolume;
  lengthXi[e] = alongXiLength;

  double acrossEtaX = zetaY * xiZ - zetaZ * xiY;
  double acrossEtaY = zetaZ * xiX - zetaX * xiZ;
  double acrossEtaZ = zetaX * xiY - zetaY * xiX;
  double alongEtaLength = newVolume / sqrt(acrossEtaX * acrossEtaX + acrossEtaY * acrossEtaY + acrossEtaZ * acrossEtaZ);
  gradientEta[e] = (acrossEtaX * etaVx + acrossEtaY * etaVy + acrossEtaZ * etaVz) / newVolume;
  lengthEta[e] = alongEtaLength;

  double acrossZetaX = xiY * etaZ - xiZ * etaY;
  double acrossZetaY = xiZ * etaX - xiX * etaZ;
  double acrossZetaZ = xiX * etaY - xiY * etaX;
  double alongZetaLength =
      newVolume / sqrt(acrossZetaX * acrossZetaX + acrossZetaY * acrossZetaY + acrossZetaZ * acrossZetaZ);
  gradientZeta[e] = (acrossZetaX * zetaVx + acrossZetaY * zetaVy + acrossZetaZ * zetaVz) / newVolume;
  lengthZeta[e] = alongZetaLength;

  length[e] = fmin(alongXiLength, fmin(alongEtaLength, alongZetaLength));
}

// Energy by the work the corners did: exactly what the nodes gained as kinetic energy. Then pressure and sound speed of a
// perfect gas.
__global__ void energyAndState(const double *forceX, const double *forceY, const double *forceZ, const double *meanVx,
                               const double *meanVy, const double *meanVz, const int *corner, const double *mass,
                               const double *volume, const double *startEnergy, double *energy, double *pressure,
                               double *soundSpeed, double elapsed, int elements)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  double power = 0.0;
  for (int c = 0; c < 8; c++) {
    int at = c * elements + e;
    int node = corner[at];
    power += forceX[at] * meanVx[node] + forceY[at] * meanVy[node] + forceZ[at] * meanVz[node];
  }
  double newEnergy = startEnergy[e] - elapsed * power / mass[e];
  double newPressure = fmax((GAMMA - 1.0) * newEnergy * mass[e] / volume[e], 0.0);
  energy[e] = newEnergy;
  pressure[e] = newPressure;
  soundSpeed[e] = sqrt(GAMMA * newPressure * volume[e] / mass[e]);
}

// How smooth the compression is along one direction: 1 where the neighbours' gradients continue an element's own, 0 at a shock.
__device__ inline double smoothness(double before, double own, double after)
{
  double scale = 1.0 / (own - 1e-36);
  double left = before * scale;
  double right = after * scale;
  return fmax(0.0, fmin(fmin(0.5 * (left + right), 1.0), 2.0 * fmin(left, right)));
}

// Artificial viscosity, only where a direction is compressed and its gradient jumps. neighbour[side * elements + e] is the
// element beyond a face (xi-, xi+, eta-, eta+, zeta-, zeta+): itself at a mirror, -1 at the free surface.
__global__ void artificialViscosity(const double *gradientXi, const double *gradientEta, const double *gradientZeta,
                                    const double *lengthXi, const double *lengthEta, const double *lengthZeta,
                                    const double *divergence, const double *mass, const double *volume,
                                    const double *soundSpeed, const int *neighbour, double *viscosity, int elements)
{
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= elements) return;
  if (divergence[e] >= 0.0) {
    viscosity[e] = 0.0;
    return;
  }
  double beside[6];
  for (int side = 0; side < 6; side++) {
    int other = neighbour[side * elements + e];
    const double *gradient = side < 2 ? gradientXi : side < 4 ? gradientEta : gradientZeta;
    beside[side] = other < 0 ? 0.0 : gradient[other];
  }
  double smoothXi = smoothness(beside[0], gradientXi[e], beside[1]);
  double smoothEta = smoothness(beside[2], gradientEta[e], beside[3]);
  double smoothZeta = smoothness(beside[4], gradientZeta[e], beside[5]);
  double jumpXi = fmin(gradientXi[e], 0.0) * lengthXi[e];
  double jumpEta = fmin(gradientEta[e], 0.0) * lengthEta[e];
  double jumpZeta = fmin(gradientZeta[e], 0.0) * lengthZeta[e];
  double linear = jumpXi * (1.0 - smoothXi) + jumpEta * (1.0 - smoothEta) + jumpZeta * (1.0 - smoothZeta);
  double quadratic = jumpXi * jumpXi * (1.0 - smoothXi * smoothXi) + jumpEta * jumpEta * (1.0 - smoothEta * smoothEta) +
                     jumpZeta * jumpZeta * (1.0 - smoothZeta * smoothZeta);
  double density = mass[e] / volume[e];
  viscosity[e] = density * (QUADRATIC_VISCOSITY * quadratic - LINEAR_VISCOSITY * soundSpeed[e] * linear);
}

// The longest stable step of every block's elements: no signal may cross an element in it.
__global__ void stableStep(const double *length, const double *divergence, const double *soundSpeed, double *shortest,
                           int elements)
{
  __shared__ double step[BLOCK_SIZE];
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  step[threadIdx.x] = 1e30;
  if (e < elements) {
    double shrinking = length[e] * fmin(divergence[e], 0.0);
    step[threadIdx.x] = COURANT * length[e] / sqrt(soundSpeed[e] * soundSpeed[e] + 4.0 * shrinking * shrinking);
  }
  __syncthreads();
  for (int half = BLOCK_SIZE / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) step[threadIdx.x] = fmin(step[threadIdx.x], step[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) shortest[blockIdx.x] = step[0];
}
