import { boundedExpression, boundedLocals } from './bounded-expressions.mjs';
import { seededRandom } from './random.mjs';

const C_MODULES = 40;
const CUDA_MODULES = 12;
const HEADER_LINES = 22; // lines of a module's header and of its part of main.c

/**
 * A program of C and CUDA in many files, each module with its header: C units that compute on the host, CUDA units behind `extern "C"`,
 * one main. It runs: `model [cells] [steps]`, and prints a checksum of every module. Returned as files of a folder.
 */
export function manyFiles(lines = 13_000, seed = 5) {
  const random = seededRandom(seed);
  const modules = C_MODULES + CUDA_MODULES;
  const each = Math.round(lines / modules) - HEADER_LINES;
  const names = Array.from({ length: modules }, (_, k) => (k % 13 < 10 && k < modules - 2 ? `host${k}` : `device${k}`));
  const files = [
    { path: 'scalar.h', text: join(guarded('SCALAR_H', ['typedef double scalar;', '#define CELLS_AT_MOST 4096'])) },
    { path: 'main.c', text: join(main(names)) },
  ];
  for (const name of names) {
    files.push({ path: `${name}.h`, text: join(header(name)) });
    files.push(
      name.startsWith('host')
        ? { path: `${name}.c`, text: join(hostModule(random, name, each)) }
        : { path: `${name}.cu`, text: join(deviceModule(random, name, each)) },
    );
  }
  return files;
}

const join = (lines) => `${lines.join('\n')}\n`;
const guarded = (guard, lines) => [`#ifndef ${guard}`, `#define ${guard}`, '', ...lines, '', '#endif'];

function header(name) {
  return guarded(`${name.toUpperCase()}_H`, [
    '#include "scalar.h"',
    '',
    `struct ${name}_state {`,
    '    int cells;',
    '    scalar *density, *energy, *flux;',
    '    scalar rate;',
    '};',
    '',
    '#ifdef __cplusplus',
    'extern "C" {',
    '#endif',
    `void ${name}_create(struct ${name}_state *state, int cells);`,
    `void ${name}_step(struct ${name}_state *state, scalar dt);`,
    `scalar ${name}_checksum(const struct ${name}_state *state);`,
    `void ${name}_free(struct ${name}_state *state);`,
    '#ifdef __cplusplus',
    '}',
    '#endif',
  ]);
}

const value = (text) => text;

/** Functions over single cells until the file is long enough, and the loops that call them. */
function cellFunctions(random, name, qualifiers, lines) {
  const text = [];
  let count = 0;
  for (; text.length < lines; count++) {
    const { lines: body, known } = boundedLocals(random, {
      names: [
        'density',
        'energy',
        'flux',
        'rate',
        ...(count > 0 ? [`${name}_term${count - 1}(flux, density, rate, energy)`] : []),
      ],
      type: 'const scalar',
      prefix: 't',
      count: random.integer(8, 16),
      indent: '    ',
      real: value,
    });
    text.push(
      `${qualifiers} scalar ${name}_term${count}(scalar density, scalar energy, scalar flux, scalar rate)`,
      '{',
      // one call per function: with more, the number of executions would grow exponentially along the chain
      ...body.map((line, at) => (at === 0 ? line : line.replace(/\w+_term\d+\([^()]*\)/g, 't0'))),
      `    return ${boundedExpression(
        random,
        known.filter((one) => /^t\d/.test(one)),
        2,
        value,
      )};`,
      '}',
      '',
    );
  }
  return { text, count };
}

function hostModule(random, name, lines) {
  const { text, count } = cellFunctions(random, name, 'static', lines - 50);
  return [
    '#include <math.h>',
    '#include <stdlib.h>',
    `#include "${name}.h"`,
    '',
    ...text,
    `void ${name}_create(struct ${name}_state *state, int cells)`,
    '{',
    '    state->cells = cells;',
    '    state->rate = 0.5;',
    '    state->density = (scalar *)malloc(cells * sizeof(scalar));',
    '    state->energy = (scalar *)malloc(cells * sizeof(scalar));',
    '    state->flux = (scalar *)malloc(cells * sizeof(scalar));',
    '    for (int i = 0; i < cells; i++) {',
    '        state->density[i] = sin(0.1 * i);',
    '        state->energy[i] = cos(0.2 * i);',
    '        state->flux[i] = 0.0;',
    '    }',
    '}',
    '',
    `void ${name}_step(struct ${name}_state *state, scalar dt)`,
    '{',
    '    for (int i = 0; i < state->cells; i++) {',
    `        state->flux[i] = ${name}_term${count - 1}(state->density[i], state->energy[i], state->flux[i], state->rate);`,
    '        state->density[i] = 0.9 * state->density[i] + dt * state->flux[i];',
    `        state->energy[i] = 0.9 * state->energy[i] + dt * ${name}_term${count >> 1}(state->flux[i], state->density[i], dt, state->rate);`,
    '    }',
    '}',
    '',
    ...checksumAndFree(name, 'free'),
  ];
}

function checksumAndFree(name, free) {
  return [
    `scalar ${name}_checksum(const struct ${name}_state *state)`,
    '{',
    '    scalar sum = 0.0;',
    '    for (int i = 0; i < state->cells; i++) sum += (1 + i % 3) * state->energy[i] + state->density[i];',
    '    return sum;',
    '}',
    '',
    `void ${name}_free(struct ${name}_state *state)`,
    '{',
    `    ${free}(state->density);`,
    `    ${free}(state->energy);`,
    `    ${free}(state->flux);`,
    '}',
  ];
}

function deviceModule(random, name, lines) {
  const { text, count } = cellFunctions(random, name, 'static __device__', lines - 70);
  const copied = ['density', 'energy', 'flux'];
  return [
    '#include <math.h>',
    '#include <stdio.h>',
    '#include <stdlib.h>',
    '#include <cuda_runtime.h>',
    `#include "${name}.h"`,
    '',
    '#define CHECK(call)                                                                          \\',
    '    do {                                                                                     \\',
    '        cudaError_t status = (call);                                                         \\',
    '        if (status != cudaSuccess) {                                                         \\',
    '            fprintf(stderr, "%s:%d %s\\n", __FILE__, __LINE__, cudaGetErrorString(status));   \\',
    '            exit(1);                                                                         \\',
    '        }                                                                                    \\',
    '    } while (0)',
    '',
    ...text,
    `__global__ void ${name}_fluxes(int cells, const scalar *density, const scalar *energy, scalar rate, scalar *flux)`,
    '{',
    '    int i = blockIdx.x * blockDim.x + threadIdx.x;',
    `    if (i < cells) flux[i] = ${name}_term${count - 1}(density[i], energy[i], flux[i], rate);`,
    '}',
    '',
    `__global__ void ${name}_update(int cells, scalar dt, scalar rate, const scalar *flux, scalar *density, scalar *energy)`,
    '{',
    '    int i = blockIdx.x * blockDim.x + threadIdx.x;',
    '    if (i >= cells) return;',
    '    density[i] = 0.9 * density[i] + dt * flux[i];',
    `    energy[i] = 0.9 * energy[i] + dt * ${name}_term${count >> 1}(flux[i], density[i], dt, rate);`,
    '}',
    '',
    `void ${name}_create(struct ${name}_state *state, int cells)`,
    '{',
    '    state->cells = cells;',
    '    state->rate = 0.5;',
    ...copied.map((array) => `    CHECK(cudaMallocManaged((void **)&state->${array}, cells * sizeof(scalar)));`),
    '    for (int i = 0; i < cells; i++) {',
    '        state->density[i] = sin(0.1 * i);',
    '        state->energy[i] = cos(0.2 * i);',
    '        state->flux[i] = 0.0;',
    '    }',
    '}',
    '',
    `void ${name}_step(struct ${name}_state *state, scalar dt)`,
    '{',
    '    int blocks = (state->cells + 127) / 128;',
    `    ${name}_fluxes<<<blocks, 128>>>(state->cells, state->density, state->energy, state->rate, state->flux);`,
    `    ${name}_update<<<blocks, 128>>>(state->cells, dt, state->rate, state->flux, state->density, state->energy);`,
    '    CHECK(cudaDeviceSynchronize());',
    '}',
    '',
    ...checksumAndFree(name, 'cudaFree'),
  ];
}

function main(names) {
  return [
    '#include <stdio.h>',
    '#include <stdlib.h>',
    ...names.map((name) => `#include "${name}.h"`),
    '',
    ...names.map((name) => `static struct ${name}_state ${name};`),
    '',
    'int main(int argc, char **argv)',
    '{',
    '    int cells = argc > 1 ? atoi(argv[1]) : 64;',
    '    int steps = argc > 2 ? atoi(argv[2]) : 3;',
    '    if (cells < 1 || cells > CELLS_AT_MOST) return 1;',
    ...names.map((name) => `    ${name}_create(&${name}, cells);`),
    '    for (int step = 0; step < steps; step++) {',
    ...names.map((name) => `        ${name}_step(&${name}, 0.01);`),
    '    }',
    ...names.map((name) => `    printf("${name} %.15e\\n", ${name}_checksum(&${name}));`),
    ...names.map((name) => `    ${name}_free(&${name});`),
    '    return 0;',
    '}',
  ];
}
