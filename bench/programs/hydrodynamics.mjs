import { boundedExpression, boundedLocals } from './bounded-expressions.mjs';
import { seededRandom } from './random.mjs';

const NODE_ARRAYS = ['x', 'y', 'z', 'xd', 'yd', 'zd', 'xdd', 'ydd', 'zdd', 'fx', 'fy', 'fz', 'nodalMass'];
const ELEMENT_ARRAYS = [
  ...['e', 'p', 'q', 'ql', 'qq', 'v', 'volo', 'vnew', 'delv', 'vdov', 'arealg', 'ss', 'elemMass', 'dxx', 'dyy', 'dzz'],
  ...['delvXi', 'delvEta', 'delvZeta', 'delxXi', 'delxEta', 'delxZeta', 'compression', 'work'],
];
const KERNELS = 15;
const cast = (text) => `Real_t(${text})`;
/** Frequent constants have names; the others are cast in place. */
const CONSTANTS = { 0.5: 'oneHalf', '1.0': 'one' };
const constant = (text) => CONSTANTS[text] ?? cast(text);
const CONSTANT_LINES = Object.entries(CONSTANTS).map(([value, name]) => `  const Real_t ${name} = ${cast(value)};`);

/**
 * One file of the size and kind of a Lagrangian hydrodynamics code: `<vector>` on the host, a record of device arrays, long device functions
 * written out by hand, and 15 kernels over elements and nodes. It runs: `hydro [edge] [cycles]`, and prints a checksum of every array.
 */
export function hydrodynamics(lines = 4500, seed = 11) {
  const random = seededRandom(seed);
  const functions = [];
  const kernels = Array.from({ length: KERNELS }, (_, k) =>
    k % 3 === 2 ? nodeKernel(random, k) : elementKernel(random, k),
  );
  const rest = [...kernels.flatMap(({ text }) => text), ...host(kernels)];
  for (let f = 0; HEAD.length + functions.length + rest.length < lines; f++)
    functions.push(...deviceFunction(random, f));
  return `${[...HEAD, ...record(), ...functions, ...rest].join('\n')}\n`;
}

const HEAD = [
  '#include <cmath>',
  '#include <cstdio>',
  '#include <cstdlib>',
  '#include <vector>',
  '#include <cuda_runtime.h>',
  '',
  'typedef double Real_t;',
  'typedef int Index_t;',
  '',
  '#define BLOCK 128',
  '#define cudaCheck(call) checkCall((call), __FILE__, __LINE__)',
  '',
  'static void checkCall(cudaError_t status, const char *file, int line)',
  '{',
  '  if (status == cudaSuccess) return;',
  '  std::fprintf(stderr, "%s:%d: %s\\n", file, line, cudaGetErrorString(status));',
  '  std::exit(1);',
  '}',
  '',
  'template <class T>',
  'T *Allocate(size_t count)',
  '{',
  '  T *memory;',
  '  cudaCheck(cudaMalloc((void **)&memory, count * sizeof(T)));',
  '  return memory;',
  '}',
  '',
];

function record() {
  return [
    'struct Domain {',
    '  Index_t edge, numElem, numNode;',
    '  Index_t *nodelist;',
    ...NODE_ARRAYS.map((name) => `  Real_t *${name};`),
    ...ELEMENT_ARRAYS.map((name) => `  Real_t *${name};`),
    '};',
    '',
  ];
}

/** About forty lines over the corners of an element; every third function calls the previous one. */
function deviceFunction(random, number) {
  const corners = ['x', 'y', 'z'].flatMap((axis) => Array.from({ length: 8 }, (_, c) => `${axis}[${c}]`));
  const names = [...corners, 'scale', 'shift'];
  const calls = number % 3 === 2 ? [`CalcTerm${number - 1}(x, y, z, shift, scale)`] : [];
  const { lines, known } = boundedLocals(random, {
    names: [...names, ...calls],
    type: 'const Real_t',
    prefix: 't',
    count: random.integer(5, 9),
    indent: '  ',
    real: constant,
  });
  const locals = known.filter((name) => /^t\d/.test(name));
  return [
    `static __host__ __device__ inline Real_t CalcTerm${number}(const Real_t x[8], const Real_t y[8], const Real_t z[8], Real_t scale,`,
    '                                                   Real_t shift)',
    '{',
    ...CONSTANT_LINES,
    '',
    '  // seen from the middle of the element',
    '  Real_t dx[4];',
    '  Real_t dy[4];',
    '  Real_t dz[4];',
    '  for (int c = 0; c < 4; ++c) {',
    '    const int across = (c + 2) % 4 + 4;',
    '    dx[c] = x[c] - x[across];',
    '    dy[c] = y[c] - y[across];',
    '    dz[c] = z[c] - z[across];',
    '  }',
    ...lines,
    '',
    '  // the part of each corner, by where it lies',
    `  Real_t sum = ${cast('0.0')};`,
    '  for (int c = 0; c < 8; ++c) {',
    '    const int across = 7 - c;',
    `    if (x[c] > y[across]) {`,
    `      sum += ${cast('0.1')} * dx[c % 4];`,
    '    } else {',
    `      sum -= ${cast('0.1')} * (dy[across % 4] + dz[c % 4]);`,
    '    }',
    '  }',
    '',
    `  return ${cast('0.25')} * sum / (one + sum * sum) + oneHalf * ${random.pick(locals)};`,
    '}',
    '',
  ];
}

function elementKernel(random, number) {
  const nodes = pickSome(random, NODE_ARRAYS, 6);
  const inputs = pickSome(random, ELEMENT_ARRAYS, 4);
  const outputs = pickSome(
    random,
    ELEMENT_ARRAYS.filter((name) => !inputs.includes(name)),
    3,
  );
  const names = [...inputs.map((name) => `my_${name}`), 'dt'];
  const { lines, known } = boundedLocals(random, {
    names: [...names, ...['term0', 'term1', 'term2']],
    type: 'const Real_t',
    prefix: 'u',
    count: 18,
    indent: '  ',
    real: constant,
  });
  const name = `CalcElements${number}`;
  const text = [
    `__global__ void ${name}(Index_t numElem, Real_t dt, const Index_t *__restrict__ nodelist,`,
    ...nodes.map((array) => `                              const Real_t *__restrict__ ${array},`),
    ...inputs.map((array) => `                              const Real_t *__restrict__ ${array},`),
    ...outputs.map(
      (array, at) =>
        `                              Real_t *__restrict__ ${array}${at === outputs.length - 1 ? ')' : ','}`,
    ),
    '{',
    '  const Index_t i = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (i >= numElem) return;',
    ...CONSTANT_LINES,
    '  Real_t a[8], b[8], c[8];',
    ...Array.from({ length: 8 }, (_, corner) => [
      `  const Index_t n${corner} = nodelist[8 * i + ${corner}];`,
      `  a[${corner}] = ${nodes[0]}[n${corner}] + dt * ${nodes[3]}[n${corner}];`,
      `  b[${corner}] = ${nodes[1]}[n${corner}] + dt * ${nodes[4]}[n${corner}];`,
      `  c[${corner}] = ${nodes[2]}[n${corner}] + dt * ${nodes[5]}[n${corner}];`,
    ]).flat(),
    ...inputs.map((array) => `  const Real_t my_${array} = ${array}[i];`),
    ...[0, 1, 2].map(
      (k) =>
        `  const Real_t term${k} = CalcTerm${(3 * number + k) % 12}(${['a, b, c', 'b, c, a', 'c, a, b'][k]}, my_${inputs[k]}, dt);`,
    ),
    ...lines,
    ...outputs.map((array) => `  ${array}[i] = ${boundedExpression(random, known.slice(-12), 2, constant)};`),
    '}',
    '',
  ];
  return {
    name,
    text,
    over: 'numElem',
    arguments: ['domain.nodelist', ...[...nodes, ...inputs, ...outputs].map(member)],
  };
}

function nodeKernel(random, number) {
  const inputs = pickSome(random, NODE_ARRAYS, 6);
  const outputs = pickSome(
    random,
    NODE_ARRAYS.filter((name) => !inputs.includes(name)),
    3,
  );
  const { lines, known } = boundedLocals(random, {
    names: [...inputs.map((array) => `${array}[n]`), 'dt'],
    type: 'const Real_t',
    prefix: 'u',
    count: 16,
    indent: '  ',
    real: constant,
  });
  const name = `AdvanceNodes${number}`;
  const text = [
    `__global__ void ${name}(Index_t numNode, Real_t dt,`,
    ...inputs.map((array) => `                              const Real_t *__restrict__ ${array},`),
    ...outputs.map(
      (array, at) =>
        `                              Real_t *__restrict__ ${array}${at === outputs.length - 1 ? ')' : ','}`,
    ),
    '{',
    '  const Index_t n = blockIdx.x * blockDim.x + threadIdx.x;',
    '  if (n >= numNode) return;',
    ...CONSTANT_LINES,
    ...lines,
    ...outputs.map((array) => `  ${array}[n] = ${boundedExpression(random, known.slice(-12), 2, constant)};`),
    '}',
    '',
  ];
  return { name, text, over: 'numNode', arguments: [...inputs, ...outputs].map(member) };
}

const member = (array) => `domain.${array}`;

function pickSome(random, list, count) {
  const left = [...list];
  return Array.from({ length: count }, () => left.splice(random.integer(0, left.length - 1), 1)[0]);
}

function host(kernels) {
  const arrays = [
    ...NODE_ARRAYS.map((name) => ({ name, size: 'domain.numNode' })),
    ...ELEMENT_ARRAYS.map((name) => ({ name, size: 'domain.numElem' })),
  ];
  return [
    'static void UploadWave(Real_t *device, Index_t count, Real_t phase)',
    '{',
    '  std::vector<Real_t> host(count);',
    '  for (Index_t i = 0; i < count; ++i) host[i] = std::sin(phase + Real_t(0.01) * i);',
    '  cudaCheck(cudaMemcpy(device, host.data(), count * sizeof(Real_t), cudaMemcpyHostToDevice));',
    '}',
    '',
    'static void PrintChecksum(const char *name, const Real_t *device, Index_t count)',
    '{',
    '  std::vector<Real_t> host(count);',
    '  cudaCheck(cudaMemcpy(host.data(), device, count * sizeof(Real_t), cudaMemcpyDeviceToHost));',
    '  double sum = 0.0;',
    '  for (Index_t i = 0; i < count; ++i) sum += host[i] * (1 + i % 5);',
    '  std::printf("%s %.15e\\n", name, sum);',
    '}',
    '',
    'static void CreateDomain(Domain &domain, Index_t edge)',
    '{',
    '  domain.edge = edge;',
    '  domain.numElem = edge * edge * edge;',
    '  domain.numNode = (edge + 1) * (edge + 1) * (edge + 1);',
    '  const Index_t row = edge + 1, plane = row * row;',
    '  const Index_t corner[8] = {0, 1, row + 1, row, plane, plane + 1, plane + row + 1, plane + row};',
    '  std::vector<Index_t> nodes(8 * domain.numElem);',
    '  for (Index_t e = 0; e < domain.numElem; ++e)',
    '    for (Index_t c = 0; c < 8; ++c)',
    '      nodes[8 * e + c] = e / (edge * edge) * plane + e / edge % edge * row + e % edge + corner[c];',
    '  domain.nodelist = Allocate<Index_t>(nodes.size());',
    '  cudaCheck(cudaMemcpy(domain.nodelist, nodes.data(), nodes.size() * sizeof(Index_t), cudaMemcpyHostToDevice));',
    ...arrays.map(({ name, size }) => `  domain.${name} = Allocate<Real_t>(${size});`),
    ...arrays.map(({ name, size }, at) => `  UploadWave(domain.${name}, ${size}, Real_t(${at}));`),
    '}',
    '',
    'static void DestroyDomain(Domain &domain)',
    '{',
    '  cudaCheck(cudaFree(domain.nodelist));',
    ...arrays.map(({ name }) => `  cudaCheck(cudaFree(domain.${name}));`),
    '}',
    '',
    'static void Step(Domain &domain, Real_t dt)',
    '{',
    ...kernels.flatMap(({ name, over, arguments: passed }) => [
      `  ${name}<<<(domain.${over} + BLOCK - 1) / BLOCK, BLOCK>>>(domain.${over}, dt, ${passed.join(', ')});`,
      '  cudaCheck(cudaGetLastError());',
    ]),
    '}',
    '',
    'int main(int argc, char **argv)',
    '{',
    '  const Index_t edge = argc > 1 ? std::atoi(argv[1]) : 4;',
    '  const int cycles = argc > 2 ? std::atoi(argv[2]) : 3;',
    '  Domain domain;',
    '  CreateDomain(domain, edge);',
    '  for (int cycle = 0; cycle < cycles; ++cycle) Step(domain, Real_t(0.01));',
    '  cudaCheck(cudaDeviceSynchronize());',
    ...arrays.map(({ name, size }) => `  PrintChecksum("${name}", domain.${name}, ${size});`),
    '  DestroyDomain(domain);',
    '  return 0;',
    '}',
  ];
}
