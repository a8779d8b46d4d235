import { expression, literal } from './expressions.mjs';

/**
 * Families of kernels as in proxy applications. Each entry writes one kernel with its own arithmetic and a host driver that allocates, copies,
 * launches and checks; `n` makes the names unique.
 */
export const families = [stencil, reduction, particles, equationOfState, tiledProduct, gather, integrator, histogram];

/** A run of local variables, each computed from those before it. */
function locals(random, names, prefix, count, indent) {
  const known = [...names];
  const lines = [];
  for (let k = 0; k < count; k++) {
    lines.push(`${indent}Real_t ${prefix}${k} = ${expression(random, known, random.integer(2, 5))};`);
    known.push(`${prefix}${k}`);
  }
  return { lines, known };
}

function driver(random, n, kernel, arrays, call) {
  const lines = [`static double run_${kernel}(int count, int repeats)`, '{'];
  for (const array of arrays) lines.push(`  std::vector<Real_t> h_${array}(count);`);
  lines.push('  for (int i = 0; i < count; ++i) {');
  for (const array of arrays) lines.push(`    h_${array}[i] = ${expression(random, ['(Real_t)i', 'SCALE'], 2)};`);
  lines.push('  }', `  Real_t ${arrays.map((array) => `*d_${array}`).join(', ')};`);
  for (const array of arrays) lines.push(`  CHECK(cudaMalloc((void **)&d_${array}, count * sizeof(Real_t)));`);
  for (const array of arrays)
    lines.push(`  CHECK(cudaMemcpy(d_${array}, h_${array}.data(), count * sizeof(Real_t), cudaMemcpyHostToDevice));`);
  lines.push(`  dim3 block(${random.pick([64, 128, 256])});`, '  dim3 grid((count + block.x - 1) / block.x);');
  lines.push('  for (int step = 0; step < repeats; ++step)', `    ${call};`, '  CHECK(cudaDeviceSynchronize());');
  const result = arrays.at(-1);
  lines.push(
    `  CHECK(cudaMemcpy(h_${result}.data(), d_${result}, count * sizeof(Real_t), cudaMemcpyDeviceToHost));`,
    '  double checksum = 0.0;',
    `  for (int i = 0; i < count; ++i) checksum += h_${result}[i] * (i % 7 + ${n});`,
    `  std::cout << "${kernel} " << checksum << std::endl;`,
  );
  for (const array of arrays) lines.push(`  cudaFree(d_${array});`);
  return [...lines, '  return checksum;', '}', ''];
}

function stencil(random, n) {
  const name = `stencil${n}`;
  const reach = random.integer(1, 3);
  const lines = [
    `// order-${2 * reach} finite differences with a source term`,
    `__global__ void ${name}(const Real_t *__restrict__ u, const Real_t *__restrict__ v, Real_t *out, int n, Real_t dt)`,
    '{',
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    `  if (i < ${reach} || i >= n - ${reach}) return;`,
    `  Real_t laplacian = ${literal(random)} * u[i];`,
  ];
  for (let k = 1; k <= reach; k++) lines.push(`  laplacian += ${literal(random)} * (u[i - ${k}] + u[i + ${k}]);`);
  lines.push(`  const Real_t slope = (u[i + 1] - u[i - 1]) * Real_t(0.5) / STEP;`);
  const { lines: body, known } = locals(
    random,
    ['laplacian', 'slope', 'u[i]', 'v[i]', 'dt'],
    'w',
    random.integer(8, 14),
    '  ',
  );
  lines.push(...body, `  if (w0 > ${literal(random)}) laplacian *= ${literal(random)};`);
  lines.push(`  out[i] = u[i] + dt * (${expression(random, known, 3)});`, '}', '');
  return [
    ...lines,
    ...driver(random, n, name, ['u', 'v', 'out'], `${name}<<<grid, block>>>(d_u, d_v, d_out, count, STEP)`),
  ];
}

function reduction(random, n) {
  const name = `norm${n}`;
  const threads = random.pick([128, 256]);
  return [
    `__global__ __launch_bounds__(${threads}) void ${name}(const Real_t *a, const Real_t *b, Real_t *partial, int n)`,
    '{',
    `  __shared__ Real_t cache[${threads}];`,
    '  Real_t sum = 0.0, largest = 0.0;',
    '  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {',
    `    Real_t x = a[i], y = b[i];`,
    `    Real_t term = ${expression(random, ['x', 'y', 'SCALE'], 4)};`,
    '    sum += term * term;',
    `    largest = fmax(largest, fabs(${expression(random, ['x', 'y', 'term'], 2)}));`,
    '  }',
    '  cache[threadIdx.x] = sum + largest * SCALE;',
    '  __syncthreads();',
    '  for (int half = blockDim.x / 2; half > 0; half >>= 1) {',
    '    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];',
    '    __syncthreads();',
    '  }',
    '  if (threadIdx.x == 0) partial[blockIdx.x] = sqrt(cache[0]);',
    '}',
    '',
    ...driver(random, n, name, ['a', 'b', 'partial'], `${name}<<<grid, block>>>(d_a, d_b, d_partial, count)`),
  ];
}

function particles(random, n) {
  const name = `force${n}`;
  const { lines: body, known } = locals(
    random,
    ['r2', 'inv', 'dx', 'dy', 'dz', 'q'],
    'e',
    random.integer(4, 8),
    '      ',
  );
  return [
    `struct Particles${n} {`,
    '  Real_t *x, *y, *z;',
    '  Real_t *charge;',
    '  Real_t cutoff;',
    '  int count;',
    '};',
    '',
    `__global__ void ${name}(Particles${n} p, Real_t *fx, Real_t *potential)`,
    '{',
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (i < p.count) {',
    '    Real_t ax = 0.0, energy = 0.0;',
    '    for (int j = 0; j < p.count; ++j) {',
    '      Real_t dx = p.x[j] - p.x[i], dy = p.y[j] - p.y[i], dz = p.z[j] - p.z[i];',
    '      Real_t r2 = dx * dx + dy * dy + dz * dz + SOFTENING;',
    '      if (r2 > p.cutoff * p.cutoff) continue;',
    '      Real_t inv = rsqrt(r2);',
    '      Real_t q = p.charge[j];',
    ...body,
    `      ax += ${expression(random, known, 3)};`,
    `      energy += q * inv * ${known.at(-1)};`,
    '    }',
    '    fx[i] = ax;',
    '    potential[i] = 0.5 * energy;',
    '  }',
    '}',
    '',
    `static Real_t ${name}_host(const std::vector<Real_t> &x, const std::vector<Real_t> &q)`,
    '{',
    '  Real_t total = 0;',
    '  for (size_t i = 0; i < x.size(); ++i)',
    '    for (size_t j = 0; j < i; ++j) {',
    '      const Real_t r = std::fabs(x[i] - x[j]) + SOFTENING;',
    `      total += q[i] * q[j] / r - ${expression(random, ['r', 'q[i]'], 2)};`,
    '    }',
    '  return total;',
    '}',
    '',
  ];
}

function equationOfState(random, n) {
  const name = `pressure${n}`;
  const first = locals(random, ['rho', 'energy', 'gamma'], 'c', random.integer(6, 10), '  ');
  const second = locals(random, ['p', 'q', 'rho', 'compression'], 'k', random.integer(5, 9), '  ');
  return [
    `#define CLAMP${n}(x, low) ((x) < (low) ? (low) : (x))`,
    '',
    `__device__ __forceinline__ Real_t soundSpeed${n}(Real_t rho, Real_t energy, Real_t gamma)`,
    '{',
    ...first.lines,
    `  return sqrt(fabs(${expression(random, first.known, 3)}) + ${literal(random)});`,
    '}',
    '',
    `__global__ void ${name}(const Real_t *density, const Real_t *e, Real_t *result, int n, Real_t gamma)`,
    '{',
    '  int zone = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (zone >= n) return;',
    '  Real_t rho = density[zone], compression = 1.0 / rho - 1.0;',
    '  Real_t p = (gamma - 1.0) * rho * e[zone];',
    '  Real_t q = 0.0;',
    `  if (compression > 0.0) { q = soundSpeed${n}(rho, e[zone], gamma) * compression; }`,
    ...second.lines,
    `  switch (zone % 3) {`,
    `  case 0: p += ${expression(random, second.known, 2)}; break;`,
    `  case 1: p -= ${expression(random, second.known, 2)}; break;`,
    '  default: p *= rho; break;',
    '  }',
    `  result[zone] = CLAMP${n}(p + q, ${literal(random)}) * ${expression(random, second.known, 2)};`,
    '}',
    '',
    ...driver(
      random,
      n,
      name,
      ['density', 'e', 'result'],
      `${name}<<<grid, block>>>(d_density, d_e, d_result, count, ${literal(random)})`,
    ),
  ];
}

function tiledProduct(random, n) {
  const tile = random.pick([8, 16, 32]);
  return [
    `template <typename T, int TILE>`,
    `__global__ void product${n}(const T *a, const T *b, T *c, int width, T alpha)`,
    '{',
    '  __shared__ T left[TILE][TILE], right[TILE][TILE + 1];',
    '  const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;',
    '  T sum = T(0);',
    '  for (int m = 0; m < width / TILE; ++m) {',
    '    left[threadIdx.y][threadIdx.x] = a[row * width + m * TILE + threadIdx.x];',
    '    right[threadIdx.y][threadIdx.x] = b[(m * TILE + threadIdx.y) * width + column];',
    '    __syncthreads();',
    '#pragma unroll',
    '    for (int k = 0; k < TILE; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];',
    '    __syncthreads();',
    '  }',
    `  c[row * width + column] = alpha * sum + ${expression(random, ['sum', 'alpha'], 2)};`,
    '}',
    '',
    `static void run_product${n}(Real_t *a, Real_t *b, Real_t *c, int width)`,
    '{',
    `  dim3 block(${tile}, ${tile}), grid(width / ${tile}, width / ${tile});`,
    `  product${n}<Real_t, ${tile}><<<grid, block>>>(a, b, c, width, ${literal(random)});`,
    '  CHECK(cudaGetLastError());',
    '}',
    '',
  ];
}

function gather(random, n) {
  const name = `hourglass${n}`;
  const gradients = [0, 1, 2, 3].map(
    (k) =>
      `  Real_t g${k} = ${expression(random, ['xl[0]', 'xl[1]', 'xl[2]', 'xl[3]', 'xl[4]', 'xl[5]', 'xl[6]', 'xl[7]'], 5)};`,
  );
  return [
    `struct Element${n} {`,
    '  Real_t volume;',
    '  double3 centre;',
    '  Real_t modes[4][8];',
    '};',
    '',
    `__device__ static void collect${n}(const Real_t *values, const int *nodes, Real_t local[8])`,
    '{',
    '  for (int k = 0; k < 8; ++k) local[k] = values[nodes[k]];',
    '}',
    '',
    `__global__ void ${name}(const Real_t *x, const int *connectivity, Element${n} *elements, Real_t *f, int count)`,
    '{',
    '  int e = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (e >= count) return;',
    '  Real_t xl[8], work[4];',
    `  collect${n}(x, connectivity + 8 * e, xl);`,
    ...gradients,
    '  work[0] = g0; work[1] = g1; work[2] = g2; work[3] = g3;',
    '  Real_t volume = 0.0;',
    '  for (int mode = 0; mode < 4; ++mode) {',
    '    Real_t projected = 0.0;',
    '    for (int k = 0; k < 8; ++k) {',
    '      projected += elements[e].modes[mode][k] * xl[k];',
    `      elements[e].modes[mode][k] -= ${expression(random, ['work[mode]', 'projected', 'xl[k]'], 2)};`,
    '    }',
    `    volume += projected * ${expression(random, ['g0', 'g1', 'g2', 'g3'], 2)};`,
    '  }',
    '  elements[e].volume = volume;',
    '  elements[e].centre = make_double3(g0, g1, g2);',
    '  for (int k = 0; k < 8; ++k) atomicAdd(&f[connectivity[8 * e + k]], volume * xl[k]);',
    '}',
    '',
  ];
}

function integrator(random, n) {
  const stages = random.integer(2, 4);
  const lines = [
    `template <typename T> __host__ __device__ inline T rate${n}(T y, T t)`,
    '{',
    `  return ${expression(random, ['y', 't'], 4)};`,
    '}',
    '',
    `class Integrator${n} {`,
    'public:',
    `  __host__ __device__ Integrator${n}(Real_t step, int steps) : step_(step), steps_(steps), time_(0) {}`,
    '  __host__ __device__ Real_t advance(Real_t y)',
    '  {',
  ];
  const stageNames = ['y', 'step_'];
  for (let k = 0; k < stages; k++) {
    lines.push(
      `    Real_t k${k} = rate${n}<Real_t>(${expression(random, stageNames, 2)}, time_ + step_ * ${literal(random)});`,
    );
    stageNames.push(`k${k}`);
  }
  return [
    ...lines,
    '    time_ += step_;',
    `    return y + step_ * (${stageNames
      .slice(2)
      .map((name) => `${literal(random)} * ${name}`)
      .join(' + ')});`,
    '  }',
    '  __host__ __device__ int steps() const { return steps_; }',
    'private:',
    '  Real_t step_;',
    '  int steps_;',
    '  Real_t time_;',
    '};',
    '',
    `__global__ void march${n}(Real_t *state, int n, Real_t step)`,
    '{',
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (i >= n) return;',
    `  Integrator${n} integrator(step, ${random.integer(10, 100)});`,
    '  Real_t y = state[i];',
    '  for (int s = 0; s < integrator.steps(); ++s) y = integrator.advance(y);',
    '  state[i] = y;',
    '}',
    '',
    ...driver(random, n, `march${n}`, ['state'], `march${n}<<<grid, block>>>(d_state, count, STEP)`),
  ];
}

function histogram(random, n) {
  return [
    `__constant__ Real_t edges${n}[32];`,
    '',
    `__global__ void bin${n}(const Real_t *samples, const Real_t *weights, Real_t *bins, int n)`,
    '{',
    '  extern __shared__ Real_t local[];',
    '  for (int k = threadIdx.x; k < 32; k += blockDim.x) local[k] = 0.0;',
    '  __syncthreads();',
    '  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {',
    `    Real_t s = samples[i], w = weights[i];`,
    `    Real_t value = ${expression(random, ['s', 'w', `edges${n}[0]`], 5)};`,
    '    int low = 0, high = 31;',
    '    while (low < high) {',
    '      int middle = (low + high) / 2;',
    `      if (value < edges${n}[middle]) high = middle; else low = middle + 1;`,
    '    }',
    '    atomicAdd(&local[low], w);',
    '  }',
    '  __syncthreads();',
    '  for (int k = threadIdx.x; k < 32; k += blockDim.x) atomicAdd(&bins[k], local[k]);',
    '}',
    '',
    `static void setEdges${n}()`,
    '{',
    '  Real_t table[32];',
    `  for (int k = 0; k < 32; ++k) table[k] = ${expression(random, ['(Real_t)k', 'SCALE'], 2)};`,
    `  CHECK(cudaMemcpyToSymbol(edges${n}, table, sizeof(table)));`,
    '}',
    '',
  ];
}
