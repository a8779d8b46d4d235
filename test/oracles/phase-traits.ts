/** Parts that generated programs with phases may have beside their time steps (generate-phases.ts). */

export type PhaseLanguage = 'c' | 'c++' | 'cuda';

/** What a trait may draw from. */
export interface Draw {
  readonly language: PhaseLanguage;
  /** A positive literal below one half. */
  small(): string;
  integer(least: number, most: number): number;
  chance(share: number): boolean;
}

/**
 * Text of a program, by place; empty if the language has no such part. The loop counts `it`; `u`, `v` and `w` are buffers of `n` numbers; `t` is
 * a number that the loop changes.
 */
export interface PhasePart {
  readonly functions?: string;
  /** Declarations of `main`, in front of the loop. */
  readonly declared?: string;
  readonly inLoop?: string;
  /** Statements behind the loop. */
  readonly printed?: string;
  /** The loop, up to its body, and what stands in front of it; one trait of a program may have it. */
  readonly head?: string;
  /** At the end of the loop's body, with `head`. */
  readonly last?: string;
}

export type PhaseTrait = (draw: Draw) => PhasePart;

const residualOnHost: PhaseTrait = ({ language, small }) => {
  const at = language === 'cuda' ? 'host_r[i]' : 'u[i] - w[i]';
  const fetched = language === 'cuda' ? '    cudaMemcpy(host_r, u, bytes, cudaMemcpyDeviceToHost);\n' : '';
  return {
    declared: `  double residual = 1.0;\n${language === 'cuda' ? '  double *host_r = (double *)malloc(bytes);\n' : ''}`,
    inLoop: `${fetched}    residual = 0.0;\n    for (int i = 0; i < n; i++) residual += fabs(${at});\n    t = 0.8 * t + ${small()} * residual / n;\n`,
    printed: '  printf("%.17g\\n", residual);\n',
  };
};

const partialSums: PhaseTrait = (draw) => {
  if (draw.language !== 'cuda') return {};
  return {
    functions: `__global__ void sumUp(int n, const double *a, double *partial) {
  __shared__ double sums[8];
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = k < n ? a[k] * a[k] : 0.0;
  __syncthreads();
  for (int half = 4; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}
`,
    declared: `  const int blocks = (n + 7) / 8;
  double *partial, *sums = (double *)malloc(blocks * sizeof(double));
  cudaMalloc((void **)&partial, blocks * sizeof(double));
  double norm = 0.0;
`,
    inLoop: `    sumUp<<<blocks, 8>>>(n, u, partial);
    cudaMemcpy(sums, partial, blocks * sizeof(double), cudaMemcpyDeviceToHost);
    norm = 0.0;
    for (int block = 0; block < blocks; block++) norm += sums[block];
    t = 0.9 * t + ${draw.small()} / (1.0 + norm);
`,
    printed: '  printf("%.17g\\n", norm);\n',
  };
};

const structState: PhaseTrait = ({ small, chance }) => ({
  functions: 'struct Body {\n  double place, speed;\n  int steps;\n};\n',
  declared: `  struct Body body = {${small()}, ${small()}, 0};\n`,
  inLoop: `    body.speed = 0.9 * body.speed - ${small()} * body.place${chance(0.5) ? ' + 0.01 * t' : ''};\n    body.place += 0.1 * body.speed;\n    body.steps++;\n`,
  printed: '  printf("%.17g %.17g %d\\n", body.place, body.speed, body.steps);\n',
});

const sometimes: PhaseTrait = ({ small, integer }) => ({
  declared: `  double seldom = ${small()};\n`,
  inLoop: `    if (it % ${integer(2, 5)} == 0) seldom = 0.5 * seldom + ${small()} * t;\n    else t = 0.95 * t + 0.01 * seldom;\n`,
  printed: '  printf("%.17g\\n", seldom);\n',
});

const innerLoop: PhaseTrait = ({ small, integer }) => ({
  declared: '  double table[2][3] = {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};\n',
  inLoop: `    for (int p = 0; p < ${integer(2, 4)}; p++) {\n      const double share = ${small()} * table[p % 2][it % 3];\n      table[p % 2][it % 3] = 0.7 * table[p % 2][it % 3] + 0.1 * t;\n      t = 0.9 * t + share;\n    }\n`,
  printed: '  printf("%.17g %.17g\\n", table[0][1], table[1][2]);\n',
});

const called: PhaseTrait = ({ language, small }) => ({
  functions: `${language === 'cuda' ? '' : 'static '}double relaxed(double value, double towards) {\n  double moved = value + ${small()} * (towards - value);\n  moved = moved > 3.0 ? 3.0 : moved;\n  return moved;\n}\n`,
  declared: `  double slow = ${small()};\n`,
  inLoop: '    slow = relaxed(slow, t);\n',
  printed: '  printf("%.17g\\n", slow);\n',
});

const throughPointers: PhaseTrait = ({ small }) => ({
  functions: `static void damp(double *value, const double *rate) {\n  *value = *value * (1.0 - *rate) + ${small()};\n}\n`,
  declared: `  double damped = ${small()};\n  const double rate = ${small()};\n`,
  inLoop: '    damp(&damped, &rate);\n',
  printed: '  printf("%.17g\\n", damped);\n',
});

const instantiated: PhaseTrait = (draw) => {
  if (draw.language === 'c') return {};
  return {
    functions:
      'template <typename T>\nT eased(T value, T target) {\n  T eased = value + (target - value) / T(7);\n  return eased;\n}\n',
    declared: `  double ease = ${draw.small()};\n`,
    inLoop: '    ease = eased(ease, t);\n',
    printed: '  printf("%.17g\\n", ease);\n',
  };
};

const vectorOfNumbers: PhaseTrait = (draw) => {
  if (draw.language === 'c') return {};
  return {
    declared: `  std::vector<double> past(4, ${draw.small()});\n`,
    inLoop: `    past[it % 4] = 0.5 * past[(it + 1) % 4] + ${draw.small()} * t;\n`,
    printed: '  for (double one : past) printf("%.17g\\n", one);\n',
  };
};

const floats: PhaseTrait = ({ small }) => ({
  declared: `  float rough[3] = {0.1f, 0.2f, ${small()}f};\n`,
  inLoop: `    rough[it % 3] = 0.5f * rough[it % 3] + (float)(${small()} * t);\n    t = 0.9 * t + 0.01 * rough[(it + 1) % 3];\n`,
  printed: '  printf("%.9g %.9g %.9g\\n", rough[0], rough[1], rough[2]);\n',
});

const asLongAs: PhaseTrait = ({ small }) => ({
  declared: '  double change = 1.0;\n',
  inLoop: `    const double last = t;\n    t = 0.9 * t + ${small()} * c;\n    change = fabs(t - last);\n`,
  printed: '  printf("%.17g\\n", change);\n',
  head: '  for (int it = 0; it < steps && change > 1e-3; it++) {\n',
});

const whileLoop: PhaseTrait = ({ chance }) => ({
  head: `  int it = 0;\n  while (it < steps${chance(0.4) ? ' && t < 100.0' : ''}) {\n`,
  last: '    it++;\n',
  printed: '  printf("%d\\n", it);\n',
});

const breaksOff: PhaseTrait = ({ integer }) => ({
  declared: '  double left = 1.0;\n',
  inLoop: `    left *= 0.8;\n    if (it > ${integer(5, 20)} && left < 1e-3) break;\n`,
  printed: '  printf("%.17g\\n", left);\n',
});

const boundInLong: PhaseTrait = () => ({ head: '  for (long it = 0; it < (long)steps; it++) {\n' });

/** Traits that can be together, and those of which a program has one. */
export const TOGETHER: readonly PhaseTrait[] = [
  residualOnHost,
  partialSums,
  structState,
  sometimes,
  innerLoop,
  called,
  throughPointers,
  instantiated,
  vectorOfNumbers,
  floats,
];

export const ENDS: readonly PhaseTrait[] = [asLongAs, whileLoop, breaksOff, boundInLong];
