#include "forces.cuh"

static unsigned state = 12345;

static real uniform(real low, real high)
{
  state = state * 1664525u + 1013904223u;
  return low + (high - low) * (real)(state >> 8) / 16777216;
}

static void place(Body *bodies, int count)
{
  for (int i = 0; i < count; i++) {
    bodies[i].x = uniform(-1, 1);
    bodies[i].y = uniform(-1, 1);
    bodies[i].z = uniform(-1, 1);
    bodies[i].mass = uniform(0.5, 1.5) / count;
  }
}

int main(int argc, char **argv)
{
  if (argc < 3) {
    fprintf(stderr, "usage: %s bodies steps\n", argv[0]);
    return 1;
  }
  int count = atoi(argv[1]), steps = atoi(argv[2]);
  size_t bytes = count * sizeof(Body);
  Body *bodies = (Body *)malloc(bytes);
  Velocity *velocities = (Velocity *)calloc(count, sizeof(Velocity));
  place(bodies, count);

  Body *d_bodies;
  Velocity *d_velocities;
  CHECK(cudaMalloc((void **)&d_bodies, bytes));
  CHECK(cudaMalloc((void **)&d_velocities, count * sizeof(Velocity)));
  CHECK(cudaMemcpy(d_bodies, bodies, bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_velocities, velocities, count * sizeof(Velocity), cudaMemcpyHostToDevice));

  cudaEvent_t begun, ended;
  CHECK(cudaEventCreate(&begun));
  CHECK(cudaEventCreate(&ended));
  CHECK(cudaEventRecord(begun));
  for (int step = 0; step < steps; step++) launch_step(d_bodies, d_velocities, count, 0.01);
  CHECK(cudaEventRecord(ended));
  CHECK(cudaEventSynchronize(ended));
  float elapsed;
  CHECK(cudaEventElapsedTime(&elapsed, begun, ended));

  CHECK(cudaMemcpy(bodies, d_bodies, bytes, cudaMemcpyDeviceToHost));
  report(bodies, count);
  printf("elapsed %g ms\n", elapsed);
  free(bodies);
  free(velocities);
  cudaFree(d_bodies);
  cudaFree(d_velocities);
  return 0;
}
