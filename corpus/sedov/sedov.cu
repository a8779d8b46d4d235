// The Sedov blast: energy released at the origin drives a spherical shock into cold gas. Lagrangian hydrodynamics on
// hexahedra, one octant of the ball between three mirror planes.
//   sedov [side] [cycles]      side^3 elements; prints energies, the symmetry error and profiles; zones per second go to stderr
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include "hydro.cuh"

#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t status = (call);                                                          \
    if (status != cudaSuccess) {                                                          \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));     \
      exit(EXIT_FAILURE);                                                                 \
    }                                                                                     \
  } while (0)

#define ALLOCATE(pointer, count) CHECK(cudaMalloc(&(pointer), (count) * sizeof(*(pointer))))
#define COPY(to, from, count, direction) CHECK(cudaMemcpy(to, from, (count) * sizeof(*(to)), direction))
#define BLOCKS(count) (((count) + BLOCK_SIZE - 1) / BLOCK_SIZE)

const double EDGE = 1.2;
const double BLAST_ENERGY = 0.851072 / 8;  // of one octant; the shock of the whole ball reaches radius 1 at time 1
const double AMBIENT_ENERGY = 1e-6;

struct Mesh {
  int side, elements, nodes;
  int *corner, *neighbour, *firstCorner, *cornerOf, *heldPlanes;
};

struct Nodes {
  double *mass;
  double *x, *y, *z, *vx, *vy, *vz;
  double *startX, *startY, *startZ, *startVx, *startVy, *startVz;
  double *meanVx, *meanVy, *meanVz;
};

struct Elements {
  double *mass, *volume, *divergence, *length;
  double *energy, *startEnergy, *pressure, *viscosity, *soundSpeed;
  double *gradientXi, *gradientEta, *gradientZeta, *lengthXi, *lengthEta, *lengthZeta;
  double *forceX, *forceY, *forceZ;
  double *shortest;
};

static void uploadIntegers(int **device, const std::vector<int> &host)
{
  CHECK(cudaMalloc(device, host.size() * sizeof(int)));
  CHECK(cudaMemcpy(*device, host.data(), host.size() * sizeof(int), cudaMemcpyHostToDevice));
}

static Mesh createMesh(int side)
{
  Mesh mesh;
  mesh.side = side;
  mesh.elements = side * side * side;
  mesh.nodes = (side + 1) * (side + 1) * (side + 1);
  int row = side + 1, plane = row * row;
  const int offset[8] = {0, 1, row + 1, row, plane, plane + 1, plane + row + 1, plane + row};
  const int stride[3] = {1, side, side * side};

  std::vector<int> corner(8 * mesh.elements), neighbour(6 * mesh.elements);
  std::vector<std::vector<int>> cornersAt(mesh.nodes);
  for (int e = 0; e < mesh.elements; e++) {
    const int place[3] = {e % side, e / side % side, e / (side * side)};
    for (int c = 0; c < 8; c++) {
      int node = place[2] * plane + place[1] * row + place[0] + offset[c];
      corner[c * mesh.elements + e] = node;
      cornersAt[node].push_back(c * mesh.elements + e);
    }
    for (int axis = 0; axis < 3; axis++) {
      neighbour[2 * axis * mesh.elements + e] = place[axis] > 0 ? e - stride[axis] : e;
      neighbour[(2 * axis + 1) * mesh.elements + e] = place[axis] < side - 1 ? e + stride[axis] : -1;
    }
  }
  std::vector<int> firstCorner(1, 0), cornerOf, heldPlanes(mesh.nodes);
  for (int n = 0; n < mesh.nodes; n++) {
    cornerOf.insert(cornerOf.end(), cornersAt[n].begin(), cornersAt[n].end());
    firstCorner.push_back((int) cornerOf.size());
    heldPlanes[n] = (n % row == 0 ? 1 : 0) | (n / row % row == 0 ? 2 : 0) | (n / plane == 0 ? 4 : 0);
  }
  uploadIntegers(&mesh.corner, corner);
  uploadIntegers(&mesh.neighbour, neighbour);
  uploadIntegers(&mesh.firstCorner, firstCorner);
  uploadIntegers(&mesh.cornerOf, cornerOf);
  uploadIntegers(&mesh.heldPlanes, heldPlanes);
  return mesh;
}

static Nodes createNodes(Mesh mesh)
{
  Nodes nodes;
  ALLOCATE(nodes.mass, mesh.nodes);
  ALLOCATE(nodes.x, mesh.nodes);
  ALLOCATE(nodes.y, mesh.nodes);
  ALLOCATE(nodes.z, mesh.nodes);
  ALLOCATE(nodes.vx, mesh.nodes);
  ALLOCATE(nodes.vy, mesh.nodes);
  ALLOCATE(nodes.vz, mesh.nodes);
  ALLOCATE(nodes.startX, mesh.nodes);
  ALLOCATE(nodes.startY, mesh.nodes);
  ALLOCATE(nodes.startZ, mesh.nodes);
  ALLOCATE(nodes.startVx, mesh.nodes);
  ALLOCATE(nodes.startVy, mesh.nodes);
  ALLOCATE(nodes.startVz, mesh.nodes);
  ALLOCATE(nodes.meanVx, mesh.nodes);
  ALLOCATE(nodes.meanVy, mesh.nodes);
  ALLOCATE(nodes.meanVz, mesh.nodes);
  return nodes;
}

static Elements createElements(Mesh mesh)
{
  Elements elements;
  ALLOCATE(elements.mass, mesh.elements);
  ALLOCATE(elements.volume, mesh.elements);
  ALLOCATE(elements.divergence, mesh.elements);
  ALLOCATE(elements.length, mesh.elements);
  ALLOCATE(elements.energy, mesh.elements);
  ALLOCATE(elements.startEnergy, mesh.elements);
  ALLOCATE(elements.pressure, mesh.elements);
  ALLOCATE(elements.viscosity, mesh.elements);
  ALLOCATE(elements.soundSpeed, mesh.elements);
  ALLOCATE(elements.gradientXi, mesh.elements);
  ALLOCATE(elements.gradientEta, mesh.elements);
  ALLOCATE(elements.gradientZeta, mesh.elements);
  ALLOCATE(elements.lengthXi, mesh.elements);
  ALLOCATE(elements.lengthEta, mesh.elements);
  ALLOCATE(elements.lengthZeta, mesh.elements);
  ALLOCATE(elements.forceX, 8 * mesh.elements);
  ALLOCATE(elements.forceY, 8 * mesh.elements);
  ALLOCATE(elements.forceZ, 8 * mesh.elements);
  ALLOCATE(elements.shortest, BLOCKS(mesh.elements));
  return elements;
}

// Cold gas at rest, and all the energy of the blast in the element at the origin.
static void setInitialState(Mesh mesh, Nodes nodes, Elements elements)
{
  double width = EDGE / mesh.side;
  double elementMass = width * width * width;  // of density 1
  int row = mesh.side + 1;
  double *x = (double *) malloc(mesh.nodes * sizeof(double));
  double *y = (double *) malloc(mesh.nodes * sizeof(double));
  double *z = (double *) malloc(mesh.nodes * sizeof(double));
  double *nodeMass = (double *) malloc(mesh.nodes * sizeof(double));
  for (int n = 0; n < mesh.nodes; n++) {
    int i = n % row, j = n / row % row, k = n / (row * row);
    x[n] = EDGE * i / mesh.side;
    y[n] = EDGE * j / mesh.side;
    z[n] = EDGE * k / mesh.side;
    int inside = (i > 0 && i < mesh.side) + (j > 0 && j < mesh.side) + (k > 0 && k < mesh.side);
    nodeMass[n] = elementMass * (1 << inside) / 8;
  }
  COPY(nodes.x, x, mesh.nodes, cudaMemcpyHostToDevice);
  COPY(nodes.y, y, mesh.nodes, cudaMemcpyHostToDevice);
  COPY(nodes.z, z, mesh.nodes, cudaMemcpyHostToDevice);
  COPY(nodes.mass, nodeMass, mesh.nodes, cudaMemcpyHostToDevice);
  CHECK(cudaMemset(nodes.vx, 0, mesh.nodes * sizeof(*nodes.vx)));
  CHECK(cudaMemset(nodes.vy, 0, mesh.nodes * sizeof(*nodes.vy)));
  CHECK(cudaMemset(nodes.vz, 0, mesh.nodes * sizeof(*nodes.vz)));

  double *mass = (double *) malloc(mesh.elements * sizeof(double));
  double *energy = (double *) malloc(mesh.elements * sizeof(double));
  double *pressure = (double *) malloc(mesh.elements * sizeof(double));
  double *soundSpeed = (double *) malloc(mesh.elements * sizeof(double));
  for (int e = 0; e < mesh.elements; e++) {
    mass[e] = elementMass;
    energy[e] = e == 0 ? BLAST_ENERGY / elementMass : AMBIENT_ENERGY;
    pressure[e] = (GAMMA - 1.0) * energy[e];
    soundSpeed[e] = sqrt(GAMMA * pressure[e]);
  }
  COPY(elements.mass, mass, mesh.elements, cudaMemcpyHostToDevice);
  COPY(elements.energy, energy, mesh.elements, cudaMemcpyHostToDevice);
  COPY(elements.pressure, pressure, mesh.elements, cudaMemcpyHostToDevice);
  COPY(elements.soundSpeed, soundSpeed, mesh.elements, cudaMemcpyHostToDevice);
  CHECK(cudaMemset(elements.viscosity, 0, mesh.elements * sizeof(*elements.viscosity)));
  free(x);
  free(y);
  free(z);
  free(nodeMass);
  free(mass);
  free(energy);
  free(pressure);
  free(soundSpeed);
}

static void updateKinematics(Mesh mesh, Nodes n, Elements e)
{
  kinematicsAndGradients<<<BLOCKS(mesh.elements), BLOCK_SIZE>>>(
      n.x, n.y, n.z, n.vx, n.vy, n.vz, mesh.corner, e.volume, e.divergence, e.length, e.gradientXi, e.gradientEta,
      e.gradientZeta, e.lengthXi, e.lengthEta, e.lengthZeta, mesh.elements);
  CHECK(cudaGetLastError());
}

// From the start of the step to `elapsed` within it, with the forces of the present positions.
static void advanceTo(Mesh mesh, Nodes n, Elements e, double dt, double elapsed)
{
  int elementBlocks = BLOCKS(mesh.elements), nodeBlocks = BLOCKS(mesh.nodes);
  cornerForces<<<elementBlocks, BLOCK_SIZE>>>(n.x, n.y, n.z, n.vx, n.vy, n.vz, mesh.corner, e.mass, e.pressure, e.viscosity,
                                              e.soundSpeed, e.forceX, e.forceY, e.forceZ, mesh.elements);
  CHECK(cudaGetLastError());
  moveNodes<<<nodeBlocks, BLOCK_SIZE>>>(e.forceX, e.forceY, e.forceZ, mesh.firstCorner, mesh.cornerOf, mesh.heldPlanes, n.mass,
                                        n.startX, n.startY, n.startZ, n.startVx, n.startVy, n.startVz, n.x, n.y, n.z, n.vx,
                                        n.vy, n.vz, n.meanVx, n.meanVy, n.meanVz, dt, elapsed, mesh.nodes);
  CHECK(cudaGetLastError());
  updateKinematics(mesh, n, e);
  energyAndState<<<elementBlocks, BLOCK_SIZE>>>(e.forceX, e.forceY, e.forceZ, n.meanVx, n.meanVy, n.meanVz, mesh.corner, e.mass,
                                                e.volume, e.startEnergy, e.energy, e.pressure, e.soundSpeed, elapsed,
                                                mesh.elements);
  CHECK(cudaGetLastError());
  artificialViscosity<<<elementBlocks, BLOCK_SIZE>>>(e.gradientXi, e.gradientEta, e.gradientZeta, e.lengthXi, e.lengthEta,
                                                     e.lengthZeta, e.divergence, e.mass, e.volume, e.soundSpeed,
                                                     mesh.neighbour, e.viscosity, mesh.elements);
  CHECK(cudaGetLastError());
}

// One step: forces at its start give the state at its middle, and the forces there the state at its end.
static void advance(Mesh mesh, Nodes n, Elements e, double dt)
{
  COPY(n.startX, n.x, mesh.nodes, cudaMemcpyDeviceToDevice);
  COPY(n.startY, n.y, mesh.nodes, cudaMemcpyDeviceToDevice);
  COPY(n.startZ, n.z, mesh.nodes, cudaMemcpyDeviceToDevice);
  COPY(n.startVx, n.vx, mesh.nodes, cudaMemcpyDeviceToDevice);
  COPY(n.startVy, n.vy, mesh.nodes, cudaMemcpyDeviceToDevice);
  COPY(n.startVz, n.vz, mesh.nodes, cudaMemcpyDeviceToDevice);
  COPY(e.startEnergy, e.energy, mesh.elements, cudaMemcpyDeviceToDevice);
  advanceTo(mesh, n, e, dt, 0.5 * dt);
  advanceTo(mesh, n, e, dt, dt);
}

static double longestStep(Mesh mesh, Elements e, double *shortest)
{
  int blocks = BLOCKS(mesh.elements);
  stableStep<<<blocks, BLOCK_SIZE>>>(e.length, e.divergence, e.soundSpeed, e.shortest, mesh.elements);
  CHECK(cudaGetLastError());
  COPY(shortest, e.shortest, blocks, cudaMemcpyDeviceToHost);
  double step = shortest[0];
  for (int block = 1; block < blocks; block++)
    if (shortest[block] < step) step = shortest[block];
  return step;
}

static void printEnergies(Mesh mesh, Nodes nodes, Elements elements)
{
  double *vx = (double *) malloc(mesh.nodes * sizeof(double));
  double *vy = (double *) malloc(mesh.nodes * sizeof(double));
  double *vz = (double *) malloc(mesh.nodes * sizeof(double));
  double *nodeMass = (double *) malloc(mesh.nodes * sizeof(double));
  double *mass = (double *) malloc(mesh.elements * sizeof(double));
  double *energy = (double *) malloc(mesh.elements * sizeof(double));
  COPY(vx, nodes.vx, mesh.nodes, cudaMemcpyDeviceToHost);
  COPY(vy, nodes.vy, mesh.nodes, cudaMemcpyDeviceToHost);
  COPY(vz, nodes.vz, mesh.nodes, cudaMemcpyDeviceToHost);
  COPY(nodeMass, nodes.mass, mesh.nodes, cudaMemcpyDeviceToHost);
  COPY(mass, elements.mass, mesh.elements, cudaMemcpyDeviceToHost);
  COPY(energy, elements.energy, mesh.elements, cudaMemcpyDeviceToHost);

  double kinetic = 0.0, internal = 0.0;
  for (int n = 0; n < mesh.nodes; n++) kinetic += 0.5 * nodeMass[n] * (vx[n] * vx[n] + vy[n] * vy[n] + vz[n] * vz[n]);
  for (int e = 0; e < mesh.elements; e++) internal += mass[e] * energy[e];
  // the ball is the same from all sides, and so the lowest layer is the same when x and y change places
  double largest = 0.0, total = 0.0;
  for (int j = 0; j < mesh.side; j++)
    for (int i = 0; i < j; i++) {
      double difference = fabs(energy[j * mesh.side + i] - energy[i * mesh.side + j]);
      largest = fmax(largest, difference);
      total += difference;
    }
  printf("TotalEnergy %.17g\n", kinetic + internal);
  printf("KineticEnergy %.17g\n", kinetic);
  printf("OriginEnergy %.17g\n", energy[0]);
  printf("TotalAbsDiff %.17g\n", total);
  printf("MaxAbsDiff %.17g\n", largest);
  printf("AxisEnergy");
  for (int i = 0; i < mesh.side; i += (mesh.side + 7) / 8) printf(" %.17g", energy[i]);
  printf("\nDiagonalEnergy");
  for (int i = 0; i < mesh.side; i += (mesh.side + 7) / 8) printf(" %.17g", energy[(i * mesh.side + i) * mesh.side + i]);
  printf("\n");
  free(vx);
  free(vy);
  free(vz);
  free(nodeMass);
  free(mass);
  free(energy);
}

// Where the gas is densest, along the axis and along the diagonal of the cube: the shock.
static void printShock(Mesh mesh, Nodes nodes, Elements elements)
{
  double *x = (double *) malloc(mesh.nodes * sizeof(double));
  double *volume = (double *) malloc(mesh.elements * sizeof(double));
  COPY(x, nodes.x, mesh.nodes, cudaMemcpyDeviceToHost);
  COPY(volume, elements.volume, mesh.elements, cudaMemcpyDeviceToHost);
  int row = mesh.side + 1, axis = 0, diagonal = 0;
  int diagonalElement = (mesh.side + 1) * mesh.side + 1, diagonalNode = (row + 1) * row + 1;
  for (int i = 1; i < mesh.side; i++) {
    if (volume[i] < volume[axis]) axis = i;
    if (volume[i * diagonalElement] < volume[diagonal * diagonalElement]) diagonal = i;
  }
  printf("ShockOnAxis %.17g\n", 0.5 * (x[axis] + x[axis + 1]));
  printf("ShockOnDiagonal %.17g\n", sqrt(3.0) * 0.5 * (x[diagonal * diagonalNode] + x[(diagonal + 1) * diagonalNode]));
  free(x);
  free(volume);
}

static int argument(int argc, char **argv, int index, int fallback, int least, int most)
{
  if (index >= argc) return fallback;
  char *end;
  long value = strtol(argv[index], &end, 10);
  if (*argv[index] != '\0' && *end == '\0' && value >= least && value <= most) return (int) value;
  fprintf(stderr, "argument %d is %s when it should be a number from %d to %d\n", index, argv[index], least, most);
  exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
  int side = argument(argc, argv, 1, 30, 2, 250);
  int cycles = argument(argc, argv, 2, 100, 0, 1000000);
  Mesh mesh = createMesh(side);
  Nodes nodes = createNodes(mesh);
  Elements elements = createElements(mesh);
  setInitialState(mesh, nodes, elements);
  updateKinematics(mesh, nodes, elements);
  double *shortest = (double *) malloc(BLOCKS(mesh.elements) * sizeof(double));

  cudaEvent_t started, stopped;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&stopped));
  CHECK(cudaEventRecord(started));
  double time = 0.0, dt = 0.1 * longestStep(mesh, elements, shortest);
  for (int cycle = 0; cycle < cycles; cycle++) {
    advance(mesh, nodes, elements, dt);
    time += dt;
    dt = fmin(1.1 * dt, longestStep(mesh, elements, shortest));
  }
  float milliseconds = 0;
  CHECK(cudaEventRecord(stopped));
  CHECK(cudaEventSynchronize(stopped));
  CHECK(cudaEventElapsedTime(&milliseconds, started, stopped));

  printf("Time %.17g\n", time);
  printEnergies(mesh, nodes, elements);
  printShock(mesh, nodes, elements);
  fprintf(stderr, "%.0f zones per second\n", 1e3 * mesh.elements * cycles / milliseconds);
  free(shortest);
  CHECK(cudaDeviceReset());
  return 0;
}
