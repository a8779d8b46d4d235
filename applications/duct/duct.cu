/*
 * duct: compressible inviscid flow over a bump in a channel.
 *
 * Finite volumes on an unstructured mesh: linear reconstruction with a limiter, a Rusanov flux, Runge-Kutta with local time steps.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>
#include <cuda_runtime.h>
#include "flow.h"
#include "mesh.h"

#define BLOCK_SIZE 192
#define BLOCKS(n) (((n) + BLOCK_SIZE - 1) / BLOCK_SIZE)

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

template <typename T>
void check(T result, char const *const func, const char *const file, int const line)
{
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d \"%s\"\n", file, line, static_cast<unsigned int>(result), func);
    exit(EXIT_FAILURE);
  }
}

#define getLastCudaError(msg)                                                                     \
  do {                                                                                            \
    cudaError_t last = cudaGetLastError();                                                        \
    if (cudaSuccess != last) {                                                                    \
      fprintf(stderr, "%s(%i): %s: %s\n", __FILE__, __LINE__, msg, cudaGetErrorString(last));     \
      exit(EXIT_FAILURE);                                                                         \
    }                                                                                             \
  } while (0)

/*
 * memory on the device
 */
template <typename T>
T *alloc(int n)
{
  T *t;
  checkCudaErrors(cudaMalloc((void **)&t, sizeof(T) * n));
  return t;
}

template <typename T>
void dealloc(T *array)
{
  checkCudaErrors(cudaFree((void *)array));
}

template <typename T>
void copy(T *dst, T *src, int n)
{
  checkCudaErrors(cudaMemcpy((void *)dst, (void *)src, n * sizeof(T), cudaMemcpyDeviceToDevice));
}

template <typename T>
void upload(T *dst, const T *src, int n)
{
  checkCudaErrors(cudaMemcpy((void *)dst, (void *)src, n * sizeof(T), cudaMemcpyHostToDevice));
}

template <typename T>
void download(T *dst, T *src, int n)
{
  checkCudaErrors(cudaMemcpy((void *)dst, (void *)src, n * sizeof(T), cudaMemcpyDeviceToHost));
}

struct DeviceMesh {
  int cells, faces;
  int *left, *right, *first_face, *face_of;
  fp3 *normal, *face_centre, *cell_centre;
  fp *volume;
};

/* the undisturbed flow, which is also what lies beyond the two ends of the channel */
__constant__ fp free_stream[NVAR];

struct Primitive {
  fp density;
  fp3 velocity;
  fp pressure;
};

__device__ inline fp dot(const fp3 &a, const fp3 &b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline fp3 minus(const fp3 &a, const fp3 &b)
{
  fp3 d;
  d.x = a.x - b.x;
  d.y = a.y - b.y;
  d.z = a.z - b.z;
  return d;
}

__host__ __device__ inline fp compute_pressure(fp density, fp density_energy, fp speed_sqd)
{
  return (fp(GAMMA) - fp(1.0)) * (density_energy - fp(0.5) * density * speed_sqd);
}

__host__ __device__ inline fp compute_speed_of_sound(fp density, fp pressure)
{
  return std::sqrt(fp(GAMMA) * pressure / density);
}

__device__ inline Primitive load_primitive(const fp *primitive, int cell, int n)
{
  Primitive p;
  p.density = primitive[cell + 0 * n];
  p.velocity.x = primitive[cell + 1 * n];
  p.velocity.y = primitive[cell + 2 * n];
  p.velocity.z = primitive[cell + 3 * n];
  p.pressure = primitive[cell + 4 * n];
  return p;
}

__device__ inline Primitive beyond_boundary(const Primitive &inside, const fp3 &normal, int kind)
{
  Primitive outside;
  if (kind == BEYOND_WALL) {
    const fp along = fp(2.0) * dot(inside.velocity, normal) / dot(normal, normal);
    outside = inside;
    outside.velocity.x -= along * normal.x;
    outside.velocity.y -= along * normal.y;
    outside.velocity.z -= along * normal.z;
  } else {
    outside.density = free_stream[VAR_DENSITY];
    outside.velocity.x = free_stream[VAR_MOMENTUM + 0] / outside.density;
    outside.velocity.y = free_stream[VAR_MOMENTUM + 1] / outside.density;
    outside.velocity.z = free_stream[VAR_MOMENTUM + 2] / outside.density;
    outside.pressure =
        compute_pressure(outside.density, free_stream[VAR_ENERGY], dot(outside.velocity, outside.velocity));
  }
  return outside;
}

__global__ void cuda_initialize_variables(int n, fp *variables)
{
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < NVAR; j++) variables[i + j * n] = free_stream[j];
}

__global__ void cuda_compute_primitive(int n, const fp *__restrict__ variables, fp *__restrict__ primitive)
{
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  const fp density = variables[i + VAR_DENSITY * n];
  fp3 velocity;
  velocity.x = variables[i + (VAR_MOMENTUM + 0) * n] / density;
  velocity.y = variables[i + (VAR_MOMENTUM + 1) * n] / density;
  velocity.z = variables[i + (VAR_MOMENTUM + 2) * n] / density;
  primitive[i + 0 * n] = density;
  primitive[i + 1 * n] = velocity.x;
  primitive[i + 2 * n] = velocity.y;
  primitive[i + 3 * n] = velocity.z;
  primitive[i + 4 * n] = compute_pressure(density, variables[i + VAR_ENERGY * n], dot(velocity, velocity));
}

/* Green and Gauss: values at the faces times the normals, over the volume */
__global__ void cuda_compute_gradients(DeviceMesh mesh, const fp *__restrict__ primitive, fp3 *__restrict__ gradient)
{
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= mesh.cells) return;
  const int n = mesh.cells;
  fp3 sum[NVAR];
  for (int v = 0; v < NVAR; v++) sum[v].x = sum[v].y = sum[v].z = fp(0.0);
  const Primitive mine = load_primitive(primitive, i, n);
  for (int k = mesh.first_face[i]; k < mesh.first_face[i + 1]; k++) {
    const int f = mesh.face_of[k];
    const bool outwards = mesh.left[f] == i;
    const int other = outwards ? mesh.right[f] : mesh.left[f];
    const fp3 normal = mesh.normal[f];
    const Primitive there = other >= 0 ? load_primitive(primitive, other, n) : beyond_boundary(mine, normal, other);
    const fp half = outwards ? fp(0.5) : fp(-0.5);
    const fp at_face[NVAR] = {half * (mine.density + there.density), half * (mine.velocity.x + there.velocity.x),
                              half * (mine.velocity.y + there.velocity.y), half * (mine.velocity.z + there.velocity.z),
                              half * (mine.pressure + there.pressure)};
    for (int v = 0; v < NVAR; v++) {
      sum[v].x += at_face[v] * normal.x;
      sum[v].y += at_face[v] * normal.y;
      sum[v].z += at_face[v] * normal.z;
    }
  }
  const fp inverse = fp(1.0) / mesh.volume[i];
  for (int v = 0; v < NVAR; v++) {
    fp3 g;
    g.x = sum[v].x * inverse;
    g.y = sum[v].y * inverse;
    g.z = sum[v].z * inverse;
    gradient[i + v * n] = g;
  }
}

/* no reconstructed value may leave the range of the neighbours */
__global__ void cuda_compute_limiters(DeviceMesh mesh, const fp *__restrict__ primitive,
                                      const fp3 *__restrict__ gradient, fp *__restrict__ limiter)
{
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= mesh.cells) return;
  const int n = mesh.cells;
  const fp3 centre = mesh.cell_centre[i];
  for (int v = 0; v < NVAR; v++) {
    const fp value = primitive[i + v * n];
    fp lowest = value, highest = value;
    for (int k = mesh.first_face[i]; k < mesh.first_face[i + 1]; k++) {
      const int f = mesh.face_of[k];
      const int other = mesh.left[f] == i ? mesh.right[f] : mesh.left[f];
      if (other < 0) continue;
      lowest = fmin(lowest, primitive[other + v * n]);
      highest = fmax(highest, primitive[other + v * n]);
    }
    const fp3 g = gradient[i + v * n];
    fp smallest = fp(1.0);
    for (int k = mesh.first_face[i]; k < mesh.first_face[i + 1]; k++) {
      const fp change = dot(g, minus(mesh.face_centre[mesh.face_of[k]], centre));
      if (change > fp(1e-12)) smallest = fmin(smallest, (highest - value) / change);
      else if (change < fp(-1e-12)) smallest = fmin(smallest, (lowest - value) / change);
    }
    limiter[i + v * n] = smallest;
  }
}

__device__ inline Primitive reconstruct(DeviceMesh mesh, const fp *primitive, const fp3 *gradient, const fp *limiter,
                                        int cell, const fp3 &at)
{
  const int n = mesh.cells;
  const fp3 d = minus(at, mesh.cell_centre[cell]);
  Primitive p = load_primitive(primitive, cell, n);
  p.density += limiter[cell] * dot(gradient[cell], d);
  p.velocity.x += limiter[cell + n] * dot(gradient[cell + n], d);
  p.velocity.y += limiter[cell + 2 * n] * dot(gradient[cell + 2 * n], d);
  p.velocity.z += limiter[cell + 3 * n] * dot(gradient[cell + 3 * n], d);
  p.pressure += limiter[cell + 4 * n] * dot(gradient[cell + 4 * n], d);
  return p;
}

struct Flux {
  fp density;
  fp3 momentum;
  fp energy;
};

__device__ inline fp total_energy(const Primitive &p)
{
  return p.pressure / (fp(GAMMA) - fp(1.0)) + fp(0.5) * p.density * dot(p.velocity, p.velocity);
}

__device__ inline Flux compute_flux_contribution(const Primitive &p, const fp3 &normal)
{
  Flux flux;
  const fp through = dot(p.velocity, normal);
  flux.density = p.density * through;
  flux.momentum.x = p.density * p.velocity.x * through + p.pressure * normal.x;
  flux.momentum.y = p.density * p.velocity.y * through + p.pressure * normal.y;
  flux.momentum.z = p.density * p.velocity.z * through + p.pressure * normal.z;
  flux.energy = (total_energy(p) + p.pressure) * through;
  return flux;
}

__global__ void cuda_compute_flux(DeviceMesh mesh, const fp *__restrict__ primitive, const fp3 *__restrict__ gradient,
                                  const fp *__restrict__ limiter, fp *__restrict__ fluxes)
{
  const int f = blockDim.x * blockIdx.x + threadIdx.x;
  if (f >= mesh.faces) return;
  const fp smoothing_coefficient = fp(0.5);
  const fp3 normal = mesh.normal[f], at = mesh.face_centre[f];
  const int l = mesh.left[f], r = mesh.right[f], nf = mesh.faces;

  const Primitive inside = reconstruct(mesh, primitive, gradient, limiter, l, at);
  const Primitive outside =
      r >= 0 ? reconstruct(mesh, primitive, gradient, limiter, r, at) : beyond_boundary(inside, normal, r);
  const Flux a = compute_flux_contribution(inside, normal), b = compute_flux_contribution(outside, normal);

  const fp area = std::sqrt(dot(normal, normal));
  const fp speed_inside = std::abs(dot(inside.velocity, normal)) + area * compute_speed_of_sound(inside.density, inside.pressure);
  const fp speed_outside = std::abs(dot(outside.velocity, normal)) + area * compute_speed_of_sound(outside.density, outside.pressure);
  const fp factor = smoothing_coefficient * fmax(speed_inside, speed_outside);

  fluxes[f + 0 * nf] = fp(0.5) * (a.density + b.density) - factor * (outside.density - inside.density);
  fluxes[f + 1 * nf] = fp(0.5) * (a.momentum.x + b.momentum.x) -
                       factor * (outside.density * outside.velocity.x - inside.density * inside.velocity.x);
  fluxes[f + 2 * nf] = fp(0.5) * (a.momentum.y + b.momentum.y) -
                       factor * (outside.density * outside.velocity.y - inside.density * inside.velocity.y);
  fluxes[f + 3 * nf] = fp(0.5) * (a.momentum.z + b.momentum.z) -
                       factor * (outside.density * outside.velocity.z - inside.density * inside.velocity.z);
  fluxes[f + 4 * nf] = fp(0.5) * (a.energy + b.energy) - factor * (total_energy(outside) - total_energy(inside));
}

__global__ void cuda_compute_step_factor(DeviceMesh mesh, const fp *__restrict__ primitive, fp *__restrict__ step_factors)
{
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= mesh.cells) return;
  const Primitive p = load_primitive(primitive, i, mesh.cells);
  const fp sound = compute_speed_of_sound(p.density, p.pressure);
  fp sum = fp(0.0);
  for (int k = mesh.first_face[i]; k < mesh.first_face[i + 1]; k++) {
    const fp3 normal = mesh.normal[mesh.face_of[k]];
    sum += std::abs(dot(p.velocity, normal)) + sound * std::sqrt(dot(normal, normal));
  }
  // the time step divided by the volume
  step_factors[i] = fp(CFL) * fp(2.0) / sum;
}

__global__ void cuda_time_step(int stage, DeviceMesh mesh, fp *__restrict__ variables,
                               const fp *__restrict__ old_variables, const fp *__restrict__ step_factors,
                               const fp *__restrict__ fluxes, fp *__restrict__ residuals)
{
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= mesh.cells) return;
  const int n = mesh.cells, nf = mesh.faces;
  fp sum[NVAR] = {fp(0.0), fp(0.0), fp(0.0), fp(0.0), fp(0.0)};
  for (int k = mesh.first_face[i]; k < mesh.first_face[i + 1]; k++) {
    const int f = mesh.face_of[k];
    const fp sign = mesh.left[f] == i ? fp(1.0) : fp(-1.0);
    for (int v = 0; v < NVAR; v++) sum[v] += sign * fluxes[f + v * nf];
  }
  const fp factor = step_factors[i] / fp(RK_STAGES - stage);
  for (int v = 0; v < NVAR; v++) variables[i + v * n] = old_variables[i + v * n] - factor * sum[v];
  residuals[i] = sum[VAR_DENSITY] / mesh.volume[i];
}

template <int SIZE>
__device__ void block_sum(fp *shared, fp *result)
{
  __syncthreads();
  if (threadIdx.x == 0) {
    fp sum = 0.0;
    for (int t = 0; t < SIZE; t++) sum += shared[t];
    result[blockIdx.x] = sum;
  }
  __syncthreads();
}

__global__ void cuda_residual_norm(int n, const fp *__restrict__ residuals, fp *partial)
{
  __shared__ fp squares[BLOCK_SIZE];
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  squares[threadIdx.x] = i < n ? residuals[i] * residuals[i] : fp(0.0);
  block_sum<BLOCK_SIZE>(squares, partial);
}

/* pressure on the walls, by direction */
__global__ void cuda_wall_force(DeviceMesh mesh, const fp *__restrict__ primitive, fp *partial_x, fp *partial_y)
{
  __shared__ fp force[BLOCK_SIZE];
  const int f = blockDim.x * blockIdx.x + threadIdx.x;
  const bool wall = f < mesh.faces && mesh.right[f] == BEYOND_WALL;
  fp3 push = {fp(0.0), fp(0.0), fp(0.0)};
  if (wall) {
    const fp pressure = primitive[mesh.left[f] + 4 * mesh.cells];
    push.x = pressure * mesh.normal[f].x;
    push.y = pressure * mesh.normal[f].y;
  }
  force[threadIdx.x] = push.x;
  block_sum<BLOCK_SIZE>(force, partial_x);
  force[threadIdx.x] = push.y;
  block_sum<BLOCK_SIZE>(force, partial_y);
}

/*
 * host
 */
struct Solver {
  DeviceMesh mesh;
  fp *variables, *old_variables, *primitive, *limiter, *fluxes, *step_factors, *residuals, *partial_x, *partial_y;
  fp3 *gradient;
};

static DeviceMesh upload_mesh(const Mesh &host)
{
  DeviceMesh mesh;
  mesh.cells = host.cells;
  mesh.faces = host.faces;
  mesh.left = alloc<int>(host.faces);
  mesh.right = alloc<int>(host.faces);
  mesh.first_face = alloc<int>(host.cells + 1);
  mesh.face_of = alloc<int>((int)host.face_of.size());
  mesh.normal = alloc<fp3>(host.faces);
  mesh.face_centre = alloc<fp3>(host.faces);
  mesh.cell_centre = alloc<fp3>(host.cells);
  mesh.volume = alloc<fp>(host.cells);
  upload<int>(mesh.left, &host.left[0], host.faces);
  upload<int>(mesh.right, &host.right[0], host.faces);
  upload<int>(mesh.first_face, &host.first_face[0], host.cells + 1);
  upload<int>(mesh.face_of, &host.face_of[0], (int)host.face_of.size());
  upload<fp3>(mesh.normal, &host.normal[0], host.faces);
  upload<fp3>(mesh.face_centre, &host.face_centre[0], host.faces);
  upload<fp3>(mesh.cell_centre, &host.cell_centre[0], host.cells);
  upload<fp>(mesh.volume, &host.volume[0], host.cells);
  return mesh;
}

static Solver create_solver(const Mesh &host)
{
  Solver solver;
  const int n = host.cells;
  solver.mesh = upload_mesh(host);
  solver.variables = alloc<fp>(n * NVAR);
  solver.old_variables = alloc<fp>(n * NVAR);
  solver.primitive = alloc<fp>(n * NVAR);
  solver.limiter = alloc<fp>(n * NVAR);
  solver.gradient = alloc<fp3>(n * NVAR);
  solver.fluxes = alloc<fp>(host.faces * NVAR);
  solver.step_factors = alloc<fp>(n);
  solver.residuals = alloc<fp>(n);
  solver.partial_x = alloc<fp>(BLOCKS(host.faces));
  solver.partial_y = alloc<fp>(BLOCKS(host.faces));
  return solver;
}

static void destroy_solver(Solver &solver)
{
  dealloc<int>(solver.mesh.left);
  dealloc<int>(solver.mesh.right);
  dealloc<int>(solver.mesh.first_face);
  dealloc<int>(solver.mesh.face_of);
  dealloc<fp3>(solver.mesh.normal);
  dealloc<fp3>(solver.mesh.face_centre);
  dealloc<fp3>(solver.mesh.cell_centre);
  dealloc<fp>(solver.mesh.volume);
  dealloc<fp>(solver.variables);
  dealloc<fp>(solver.old_variables);
  dealloc<fp>(solver.primitive);
  dealloc<fp>(solver.limiter);
  dealloc<fp3>(solver.gradient);
  dealloc<fp>(solver.fluxes);
  dealloc<fp>(solver.step_factors);
  dealloc<fp>(solver.residuals);
  dealloc<fp>(solver.partial_x);
  dealloc<fp>(solver.partial_y);
}

static void set_free_stream(fp mach, fp degrees)
{
  fp h_free_stream[NVAR];
  const fp angle = fp(3.14159265358979323846 / 180.0) * degrees;
  const fp density = fp(GAMMA), pressure = fp(1.0);
  const fp speed = mach * compute_speed_of_sound(density, pressure);
  h_free_stream[VAR_DENSITY] = density;
  h_free_stream[VAR_MOMENTUM + 0] = density * speed * fp(cos((fp)angle));
  h_free_stream[VAR_MOMENTUM + 1] = density * speed * fp(sin((fp)angle));
  h_free_stream[VAR_MOMENTUM + 2] = fp(0.0);
  h_free_stream[VAR_ENERGY] = pressure / (fp(GAMMA) - fp(1.0)) + fp(0.5) * density * speed * speed;
  checkCudaErrors(cudaMemcpyToSymbol(free_stream, h_free_stream, NVAR * sizeof(fp)));
}

static void evaluate(Solver &solver)
{
  const int cell_blocks = BLOCKS(solver.mesh.cells), face_blocks = BLOCKS(solver.mesh.faces);
  cuda_compute_primitive<<<cell_blocks, BLOCK_SIZE>>>(solver.mesh.cells, solver.variables, solver.primitive);
  cuda_compute_gradients<<<cell_blocks, BLOCK_SIZE>>>(solver.mesh, solver.primitive, solver.gradient);
  cuda_compute_limiters<<<cell_blocks, BLOCK_SIZE>>>(solver.mesh, solver.primitive, solver.gradient, solver.limiter);
  cuda_compute_flux<<<face_blocks, BLOCK_SIZE>>>(solver.mesh, solver.primitive, solver.gradient, solver.limiter,
                                                 solver.fluxes);
  getLastCudaError("evaluate failed");
}

static void iterate(Solver &solver)
{
  const int cell_blocks = BLOCKS(solver.mesh.cells);
  copy<fp>(solver.old_variables, solver.variables, solver.mesh.cells * NVAR);
  for (int stage = 0; stage < RK_STAGES; stage++) {
    evaluate(solver);
    if (stage == 0)
      cuda_compute_step_factor<<<cell_blocks, BLOCK_SIZE>>>(solver.mesh, solver.primitive, solver.step_factors);
    cuda_time_step<<<cell_blocks, BLOCK_SIZE>>>(stage, solver.mesh, solver.variables, solver.old_variables,
                                                solver.step_factors, solver.fluxes, solver.residuals);
    getLastCudaError("time_step failed");
  }
}

static fp sum_of_partials(fp *device, int blocks)
{
  std::vector<fp> host(blocks);
  download<fp>(&host[0], device, blocks);
  fp sum = 0.0;
  for (int b = 0; b < blocks; b++) sum += host[b];
  return sum;
}

static fp residual_norm(Solver &solver)
{
  const int blocks = BLOCKS(solver.mesh.cells);
  cuda_residual_norm<<<blocks, BLOCK_SIZE>>>(solver.mesh.cells, solver.residuals, solver.partial_x);
  getLastCudaError("residual_norm failed");
  return std::sqrt(sum_of_partials(solver.partial_x, blocks) / solver.mesh.cells);
}

static void print_wall_force(Solver &solver)
{
  const int blocks = BLOCKS(solver.mesh.faces);
  cuda_wall_force<<<blocks, BLOCK_SIZE>>>(solver.mesh, solver.primitive, solver.partial_x, solver.partial_y);
  getLastCudaError("wall_force failed");
  printf("drag %.15g\n", (double)sum_of_partials(solver.partial_x, blocks));
  printf("lift %.15g\n", (double)sum_of_partials(solver.partial_y, blocks));
}

static void print_totals(Solver &solver, const Mesh &mesh)
{
  const int n = mesh.cells;
  const char *names[NVAR] = {"mass", "momentum_x", "momentum_y", "momentum_z", "energy"};
  fp *h_variables = new fp[n * NVAR];
  download<fp>(h_variables, solver.variables, n * NVAR);
  for (int v = 0; v < NVAR; v++) {
    fp total = 0.0, square = 0.0;
    for (int i = 0; i < n; i++) {
      total += h_variables[i + v * n] * mesh.volume[i];
      square += h_variables[i + v * n] * h_variables[i + v * n];
    }
    if (v == VAR_MOMENTUM + 2) continue;  // nothing but rounding
    printf("%s %.15g %.15g\n", names[v], (double)total, (double)std::sqrt(square / n));
  }
  delete[] h_variables;
}

static void dump(Solver &solver, const Mesh &mesh, const char *path)
{
  const int n = mesh.cells;
  std::vector<fp> h_variables(n * NVAR);
  download<fp>(h_variables.data(), solver.variables, n * NVAR);
  FILE *file = fopen(path, "w");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  fprintf(file, "x y z density momentum_x momentum_y momentum_z energy\n");
  for (int i = 0; i < n; i++) {
    fprintf(file, "%g %g %g", mesh.cell_centre[i].x, mesh.cell_centre[i].y, mesh.cell_centre[i].z);
    for (int v = 0; v < NVAR; v++) fprintf(file, " %.10g", h_variables[i + v * n]);
    fprintf(file, "\n");
  }
  fclose(file);
}

static void usage(const char *name)
{
  fprintf(stderr,
          "usage: %s [-n cells] [-i iterations] [-m mach] [-a angle] [-f mesh] [-w mesh] [-o file]\n"
          "  -n  cells from floor to ceiling (default 6)\n"
          "  -i  iterations (default 20)\n"
          "  -m  Mach number of the free stream (default 0.5)\n"
          "  -a  its angle to the channel in degrees (default 0)\n"
          "  -f  read the mesh from this file instead\n"
          "  -w  write the mesh to this file\n"
          "  -o  write the solution to this file\n",
          name);
  exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
  int height = 6, iterations = 20, option;
  fp mach = 0.5, angle = 0.0;
  const char *mesh_in = NULL, *mesh_out = NULL, *output = NULL;
  while ((option = getopt(argc, argv, "n:i:m:a:f:w:o:h")) != -1) {
    switch (option) {
      case 'n': height = atoi(optarg); break;
      case 'i': iterations = atoi(optarg); break;
      case 'm': mach = atof(optarg); break;
      case 'a': angle = atof(optarg); break;
      case 'f': mesh_in = optarg; break;
      case 'w': mesh_out = optarg; break;
      case 'o': output = optarg; break;
      default: usage(argv[0]);
    }
  }
  if (height < 2 || iterations < 1) usage(argv[0]);

  const Mesh mesh = mesh_in ? read_mesh(mesh_in) : generate_channel(height);
  if (mesh_out) write_mesh(mesh, mesh_out);
  fprintf(stderr, "%d cells, %d faces\n", mesh.cells, mesh.faces);

  set_free_stream(mach, angle);
  Solver solver = create_solver(mesh);
  cuda_initialize_variables<<<BLOCKS(mesh.cells), BLOCK_SIZE>>>(mesh.cells, solver.variables);
  getLastCudaError("initialize_variables failed");

  cudaEvent_t start, stop;
  checkCudaErrors(cudaEventCreate(&start));
  checkCudaErrors(cudaEventCreate(&stop));
  checkCudaErrors(cudaEventRecord(start, 0));
  for (int i = 1; i <= iterations; i++) {
    iterate(solver);
    if (i == 1 || i % 10 == 0) printf("residual %d %.12e\n", i, (double)residual_norm(solver));
  }
  checkCudaErrors(cudaEventRecord(stop, 0));
  checkCudaErrors(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  checkCudaErrors(cudaEventElapsedTime(&milliseconds, start, stop));

  print_totals(solver, mesh);
  print_wall_force(solver);
  if (output) dump(solver, mesh, output);
  fprintf(stderr, "%.6f s an iteration\n", milliseconds / 1000.0 / iterations);
  destroy_solver(solver);
  checkCudaErrors(cudaEventDestroy(start));
  checkCudaErrors(cudaEventDestroy(stop));
  return EXIT_SUCCESS;
}
