/**
 * A program with a given number of lines and one function per ten lines. It consists of blocks of about a hundred lines and ten functions: a
 * record, arrays, loops, global variables, functions that call each other and functions of the previous block. It can be run. The
 * languages are c, c++ and cuda. Every unit has a header. Returned as files of a folder.
 * @param {'c' | 'c++' | 'cuda'} language
 * @param {number} lines
 * @param {number} linesOfUnit
 */
export function manyFunctions(language, lines, linesOfUnit = 5_000) {
  const { extension, block } = languages[language];
  const blocks = Math.max(1, Math.round(lines / 100));
  const blocksOfUnit = Math.max(1, Math.round(linesOfUnit / 100));
  const units = Math.ceil(blocks / blocksOfUnit);
  const files = [];
  for (let unit = 0; unit < units; unit++) {
    const first = unit * blocksOfUnit;
    const numbers = Array.from({ length: Math.min(blocksOfUnit, blocks - first) }, (_, k) => first + k);
    const includes = [
      '<math.h>',
      '<stdio.h>',
      '<stdlib.h>',
      `"unit${unit}.h"`,
      ...(unit > 0 ? [`"unit${unit - 1}.h"`] : []),
    ];
    files.push({ path: `unit${unit}.h`, text: header(unit, numbers) });
    const text = [...includes.map((name) => `#include ${name}`), '', ...numbers.flatMap((k) => [...block(k), ''])];
    if (unit === units - 1) text.push(...main(blocks));
    files.push({ path: `unit${unit}${extension}`, text: `${text.join('\n')}\n` });
  }
  return files;
}

function header(unit, numbers) {
  const declared = numbers.flatMap((k) => [
    `struct cell${k} { double mass, speed[3]; int count; };`,
    `extern double table${k}[64];`,
    `double block${k}(double start, int steps);`,
  ]);
  return `${[`#ifndef UNIT${unit}_H`, `#define UNIT${unit}_H`, ...declared, '#endif'].join('\n')}\n`;
}

function main(blocks) {
  return [
    'int main(void) {',
    `    double total = block${blocks - 1}(0.5, 4);`,
    '    printf("%.15g\\n", total);',
    '    return 0;',
    '}',
  ];
}

/** Functions of numbers that call each other, and a record. */
function commonFunctions(k, prefix, before) {
  return [
    `double table${k}[64];`,
    `static double factor${k} = ${(k % 7) + 0.25};`,
    '',
    `${prefix} double weight${k}(double x, double y) {`,
    `    double near = x * y + ${k % 10}.5;`,
    '    double far = near * near - x;',
    '    if (far > 4.0) far = far / (near + 1.0);',
    '    else far = near - far * 0.25;',
    '    return far + sqrt(fabs(near));',
    '}',
    '',
    `${prefix} double slope${k}(double x) {`,
    `    return (weight${k}(x + 0.001, x) - weight${k}(x - 0.001, x)) / 0.002;`,
    '}',
    '',
    `static double energy${k}(const struct cell${k} *cell) {`,
    '    double sum = 0.0;',
    '    for (int axis = 0; axis < 3; axis++) sum += cell->speed[axis] * cell->speed[axis];',
    '    return 0.5 * cell->mass * sum;',
    '}',
    '',
    `static void move${k}(struct cell${k} *cells, int n, double dt) {`,
    '    for (int i = 0; i < n; i++) {',
    '        for (int axis = 0; axis < 3; axis++) {',
    `            double force = weight${k}(cells[i].speed[axis], dt) * factor${k};`,
    '            cells[i].speed[axis] += dt * force / cells[i].mass;',
    '        }',
    '        cells[i].count++;',
    '    }',
    '}',
    '',
    `static void fill${k}(double *values, int n, double first) {`,
    '    double value = first;',
    '    for (int i = 0; i < n; i++) {',
    '        values[i] = value;',
    `        value = value * 0.75 + slope${k}(value) * 0.125;`,
    '    }',
    '}',
    '',
    `static double mean${k}(const double *values, int n) {`,
    '    double sum = 0.0;',
    '    for (int i = 0; i < n; i++) sum += values[i];',
    '    return sum / n;',
    '}',
    '',
    `static double spread${k}(const double *values, int n) {`,
    `    double middle = mean${k}(values, n), sum = 0.0;`,
    '    int i = 0;',
    '    while (i < n) {',
    '        double away = values[i] - middle;',
    '        sum += away * away;',
    '        i++;',
    '    }',
    '    return sqrt(sum / n);',
    '}',
    '',
    `static void settle${k}(int n) {`,
    '    double change = 1.0;',
    '    do {',
    '        change = 0.0;',
    '        for (int i = 1; i < n - 1; i++) {',
    `            double smooth = 0.25 * table${k}[i - 1] + 0.5 * table${k}[i] + 0.25 * table${k}[i + 1];`,
    `            change += fabs(smooth - table${k}[i]);`,
    `            table${k}[i] = smooth;`,
    '        }',
    '    } while (change > 10.0);',
    '}',
    ...before,
  ];
}

/** The result of the previous block, in every fifth block. */
const earlier = (k) => (k % 5 === 0 ? 'start' : `block${k - 1}(start, steps - 1)`);

function driver(k, allocate, release) {
  return [
    '',
    `double block${k}(double start, int steps) {`,
    `    struct cell${k} cells[8];`,
    `    ${allocate}`,
    `    fill${k}(values, 64, start);`,
    `    fill${k}(table${k}, 64, ${k % 3}.5);`,
    `    for (int i = 0; i < 8; i++) {`,
    '        cells[i].mass = 1.0 + values[i];',
    '        for (int axis = 0; axis < 3; axis++) cells[i].speed[axis] = values[i + axis];',
    '        cells[i].count = 0;',
    '    }',
    `    for (int step = 0; step < steps; step++) move${k}(cells, 8, 0.01);`,
    `    settle${k}(64);`,
    `    double result = mean${k}(values, 64) + spread${k}(table${k}, 64) + energy${k}(&cells[3]);`,
    ...release,
    `    return result * 0.001 + ${earlier(k)};`,
    '}',
  ];
}

const languages = {
  c: {
    extension: '.c',
    block: (k) => [
      ...commonFunctions(k, 'static', []),
      ...driver(k, 'double *values = malloc(64 * sizeof(double));', ['    free(values);']),
    ],
  },
  'c++': {
    extension: '.cpp',
    block: (k) => [
      ...commonFunctions(k, 'static inline', [
        '',
        `struct Field${k} {`,
        '    double values[64];',
        '    double at(int i) const { return values[i & 63]; }',
        '    double between(int i, double part) const { return at(i) * (1.0 - part) + at(i + 1) * part; }',
        `    void scale(const double &by) { for (double &one : values) one *= by; }`,
        '};',
      ]),
      ...driver(k, `Field${k} field; double *values = field.values;`, [
        '    field.scale(0.5);',
        '    result += field.between(3, 0.25);',
      ]),
    ],
  },
  cuda: {
    extension: '.cu',
    block: (k) => [
      ...commonFunctions(k, '__host__ __device__ static inline', [
        '',
        `__global__ void advance${k}(double *to, const double *from, int n, double dt) {`,
        '    int i = blockIdx.x * blockDim.x + threadIdx.x;',
        `    if (i < n) to[i] = from[i] + dt * weight${k}(from[i], dt);`,
        '}',
        '',
        `__global__ void gather${k}(double *sum, const double *values, int n) {`,
        '    __shared__ double parts[64];',
        '    parts[threadIdx.x] = threadIdx.x < n ? values[threadIdx.x] : 0.0;',
        '    __syncthreads();',
        '    for (int half = 32; half > 0; half /= 2) {',
        '        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];',
        '        __syncthreads();',
        '    }',
        '    if (threadIdx.x == 0) *sum = parts[0];',
        '}',
      ]),
      ...driver(k, 'double values[64];', [
        '    double *from, *to;',
        '    cudaMalloc(&from, sizeof(values));',
        '    cudaMalloc(&to, sizeof(values));',
        '    cudaMemcpy(from, values, sizeof(values), cudaMemcpyHostToDevice);',
        `    advance${k}<<<1, 64>>>(to, from, 64, 0.01);`,
        `    gather${k}<<<1, 64>>>(from, to, 64);`,
        '    cudaMemcpy(values, from, sizeof(double), cudaMemcpyDeviceToHost);',
        '    result += values[0];',
        '    cudaFree(from);',
        '    cudaFree(to);',
      ]),
    ],
  },
};
