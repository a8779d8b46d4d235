#include "forces.cuh"

__device__ inline real inverse_cube(real squared)
{
  real inverse = rsqrt(squared + SOFTENING);
  return inverse * inverse * inverse;
}

__global__ void accelerate(const Body *bodies, Velocity *velocities, int count, real dt)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  real ax = 0, ay = 0, az = 0;
  for (int j = 0; j < count; j++) {
    real dx = bodies[j].x - bodies[i].x;
    real dy = bodies[j].y - bodies[i].y;
    real dz = bodies[j].z - bodies[i].z;
    real pull = bodies[j].mass * inverse_cube(dx * dx + dy * dy + dz * dz);
    ax += dx * pull;
    ay += dy * pull;
    az += dz * pull;
  }
  velocities[i].x += dt * ax;
  velocities[i].y += dt * ay;
  velocities[i].z += dt * az;
}

__global__ void advance(Body *bodies, const Velocity *velocities, int count, real dt)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  bodies[i].x += dt * velocities[i].x;
  bodies[i].y += dt * velocities[i].y;
  bodies[i].z += dt * velocities[i].z;
}

void launch_step(Body *bodies, Velocity *velocities, int count, real dt)
{
  int threads = 64, blocks = (count + threads - 1) / threads;
  accelerate<<<blocks, threads>>>(bodies, velocities, count, dt);
  CHECK(cudaGetLastError());
  advance<<<blocks, threads>>>(bodies, velocities, count, dt);
  CHECK(cudaGetLastError());
}
