/**
 * Small random programs with one loop over time steps, for phases: buffers, arrays, globals and scalars that the loop changes or only reads,
 * functions or kernels that it calls, and exchanges of pointers. Nothing reads the state in front of the loop, and every result is printed.
 */
import { seededRandom } from '../../src/support/random.js';
import { ENDS, type PhaseLanguage, type PhasePart, type PhaseTrait, TOGETHER } from './phase-traits.js';

export type { PhaseLanguage };

const SIZE = 23;
/** How often a program has a trait, and a loop that ends in another way. */
const TRAIT_SHARE = 0.12;
const END_SHARE = 0.1;

export function generatePhaseProgram(seed: number, language: PhaseLanguage): string {
  const random = seededRandom(seed * 104_729 + language.length);
  const integer = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const chance = (share: number) => random() < share;
  const pick = <T>(items: readonly T[]): T => items[integer(0, items.length - 1)]!;
  const isCuda = language === 'cuda';
  const device = isCuda ? '__host__ __device__ ' : '';
  const helper = chance(0.7);
  const hasPrototype = helper && chance(0.5);
  const global = !isCuda && chance(0.5) ? pick(['one', 'two'] as const) : null;
  const small = () => (0.01 + 0.4 * random()).toFixed(integer(2, 6));

  /** An expression that stays bounded. */
  const expression = (names: readonly string[], depth = 2): string => {
    if (depth === 0) return chance(0.25) ? small() : pick(names);
    const [a, b] = [expression(names, depth - 1), expression(names, depth - 1)];
    return pick([
      () => `(${a} + ${b}) * 0.5`,
      () => `${a} * 0.7 - ${b} * ${small()}`,
      () => `${small()} * ${a} / (1.0 + ${b} * ${b})`,
      () => `0.3 * sqrt(1.0 + ${a} * ${a})`,
      () => `0.6 * fabs(${a})`,
      () => (helper ? `0.5 * mix(${a}, ${b})` : `0.25 * ${b}`),
    ])();
  };

  const mixHead = `${isCuda ? '' : 'static '}${device}double mix(double x, double y)`;
  const mix = helper
    ? `${mixHead} {\n  const double z = 0.5 * x + ${small()} * y;\n  return z * 0.8${chance(0.5) ? ' + 0.01 * z * y / (1.0 + x * x)' : ''};\n}\n`
    : '';
  const kernel = isCuda ? '__global__ void' : 'static void';
  const takesScalar = chance(0.7);
  const [scalarParameter, scalar] = takesScalar ? [', double c', ', c'] : ['', ''];
  const inner = expression([
    'a[k]',
    'f[k]',
    ...(takesScalar ? ['c'] : []),
    `a[(k + ${integer(1, 5)}) % n]`,
    ...(global === 'one' ? ['g[k % 7]'] : []),
  ]);
  const body = isCuda
    ? `  const int k = blockIdx.x * blockDim.x + threadIdx.x;\n  if (k >= n) return;\n  b[k] = ${inner};\n`
    : `  for (int k = 0; k < n; k++) b[k] = ${inner};\n`;
  const stepHead = `${kernel} step(int n${scalarParameter}, const double *a, const double *f, double *b)`;
  const step = `${stepHead} {\n${body}}\n`;
  const alone = chance(0.3) ? null : expression(['t', 'c', 's']);

  const buffers = ['u', 'v', 'w'];
  const allocate = (name: string): string => {
    if (isCuda) {
      const size = chance(0.5) ? 'n * sizeof(double)' : 'bytes';
      return `  double *${name};\n  cudaMalloc(${chance(0.5) ? '' : '(void **)'}&${name}, ${size});\n`;
    }
    if (language === 'c++')
      return isVector ? `  std::vector<double> ${name}(n);\n` : `  double *${name} = new double[n];\n`;
    return pick([
      `  double *${name} = malloc(n * sizeof(double));\n`,
      `  double *${name} = (double *)malloc(sizeof(double) * n);\n`,
      `  double *${name} = calloc(n, sizeof(double));\n`,
      `  double *${name};\n  ${name} = malloc(bytes);\n`,
    ]);
  };
  const isVector = chance(0.5);
  const isExchanged = chance(0.7);
  const shared = allocate('u').replaceAll(/\bu\b/g, '@');
  const allocations = buffers.map((name) =>
    isExchanged && name !== 'w' ? shared.replaceAll('@', name) : allocate(name),
  );
  const pointer = (name: string) => (isVector && language === 'c++' ? `${name}.data()` : name);
  const start = (name: string, index: number) =>
    `${name}[i] = ${pick(['sin', 'cos'])}(${small()} * i + ${index}) * 0.${integer(1, 9)}3;`;
  const filled = isCuda
    ? buffers
        .map(
          (name, at) =>
            `  for (int i = 0; i < n; i++) ${start(`host_${name}`, at)}\n  cudaMemcpy(${name}, host_${name}, bytes, cudaMemcpyHostToDevice);\n`,
        )
        .join('')
    : `  for (int i = 0; i < n; i++) {\n${buffers.map((name, at) => `    ${start(name, at)}\n`).join('')}  }\n`;
  const call = isCuda
    ? `    step<<<(n + 7) / 8, 8>>>(n${scalar}, u, w, v);\n`
    : `    step(n${scalar}, ${buffers.toSpliced(1, 2, 'w', 'v').map(pointer).join(', ')});\n`;
  const exchange =
    language === 'c++' && isVector ? '    u.swap(v);\n' : '    double *swapped = u;\n    u = v;\n    v = swapped;\n';
  const hasLocal = chance(0.6);
  const lines = [
    ...(alone ? [`    t = 0.9 * t + 0.1 * (${alone});\n`] : []),
    ...(hasLocal ? [`    local[it % 5] = 0.5 * local[it % 5] + 0.25 * t + ${small()} * c;\n`] : []),
    ...(global === 'one' ? ['    g[it % 7] = 0.9 * g[it % 7] + 0.01 * t;\n'] : []),
    ...(global === 'two' ? ['    h[it % 3][it % 4] = 0.5 * h[it % 3][it % 4] + 0.01 * t;\n'] : []),
  ];
  const draw = { language, small, integer, chance };
  const traits: PhaseTrait[] = TOGETHER.filter(() => chance(TRAIT_SHARE));
  if (chance(END_SHARE)) traits.push(pick(ENDS));
  const parts: PhasePart[] = traits.map((trait) => trait(draw));
  const text = (of: (part: PhasePart) => string | undefined) => parts.map((part) => of(part) ?? '').join('');
  const head = parts.find((part) => part.head !== undefined)?.head ?? '  for (int it = 0; it < steps; it++) {\n';
  const outside = isCuda ? buffers.map((name) => `  double *host_${name} = (double *)malloc(bytes);\n`).join('') : '';
  const printed = isCuda
    ? `  cudaMemcpy(host_u, u, bytes, cudaMemcpyDeviceToHost);\n  cudaMemcpy(host_v, v, bytes, cudaMemcpyDeviceToHost);\n  for (int i = 0; i < n; i++) printf("%.17g %a\\n", host_u[i], host_v[i]);\n`
    : '  for (int i = 0; i < n; i++) printf("%.17g %a\\n", u[i], v[i]);\n';
  const headers = {
    c: '#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n',
    'c++': '#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n',
    cuda: '#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <vector>\n',
  }[language];
  return [
    `${headers}\n`,
    global === 'one' ? 'static double g[7];\n' : global === 'two' ? 'static double h[3][4];\n' : '',
    hasPrototype ? `${mixHead};\n\n${step}\n${mix}\n` : `${mix}\n${step}\n`,
    text(({ functions }) => functions),
    'int main(int argc, char **argv) {\n',
    `  const int n = ${SIZE}, steps = argc > 1 ? atoi(argv[1]) : 40;\n`,
    '  const size_t bytes = n * sizeof(double);\n',
    `  double c = ${small()};\n  const double s = ${small()};\n  double t = ${small()};\n`,
    hasLocal ? `  double local[5] = {0.1, 0.2, 0.3, 0.4, ${small()}};\n` : '',
    text(({ declared }) => declared),
    ...allocations,
    outside,
    filled,
    global === 'one' ? '  for (int i = 0; i < 7; i++) g[i] = 0.1 * i;\n' : '',
    global === 'two'
      ? '  for (int i = 0; i < 3; i++)\n    for (int j = 0; j < 4; j++) h[i][j] = 0.1 * i + 0.7 * j;\n'
      : '',
    `${head}${call}${lines.join('')}${text(({ inLoop }) => inLoop)}${isExchanged ? exchange : ''}${text(({ last }) => last)}  }\n`,
    printed,
    text((part) => part.printed),
    '  printf("%.17g %.17g %.17g\\n", t, c, s);\n',
    hasLocal ? '  for (int i = 0; i < 5; i++) printf("%.17g\\n", local[i]);\n' : '',
    global === 'one' ? '  for (int i = 0; i < 7; i++) printf("%.17g\\n", g[i]);\n' : '',
    global === 'two' ? '  printf("%.17g %.17g\\n", h[1][2], h[2][3]);\n' : '',
    '  return (int)(bytes - bytes);\n}\n',
  ].join('');
}
