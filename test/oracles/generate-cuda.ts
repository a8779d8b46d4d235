/** Parts of programs that launch kernels. */
import { Scope } from './expression-generator.js';
import type { Part, ProgramDraft } from './generate-program.js';

function visible({ scope }: ProgramDraft): Scope {
  const inner = new Scope();
  inner.functions.push(...scope.functions);
  inner.macros.push(...scope.macros);
  return inner;
}

/** Allocates host and device arrays of 24 numbers with starting values. */
function arrays(draft: ProgramDraft, type: string, ...names: string[]): void {
  const { body } = draft;
  for (const name of names) {
    body.push(
      `  ${type} *${name} = (${type} *) malloc(24 * sizeof(${type})), *d_${name};`,
      `  for (int i = 0; i < 24; i++) ${name}[i] = sin(0.1 * i + ${name.length}) + 0.3;`,
      `  cudaMalloc((void **) &d_${name}, 24 * sizeof(${type}));`,
      `  cudaMemcpy(d_${name}, ${name}, 24 * sizeof(${type}), cudaMemcpyHostToDevice);`,
    );
  }
}

function fetch({ body }: ProgramDraft, type: string, ...names: string[]): void {
  for (const name of names)
    body.push(`  cudaMemcpy(${name}, d_${name}, 24 * sizeof(${type}), cudaMemcpyDeviceToHost);`);
}

function release({ body }: ProgramDraft, ...names: string[]): void {
  for (const name of names) body.push(`  cudaFree(d_${name}); free(${name});`);
}

const elementwise: Part = (draft) => {
  const { e, top, body, scope } = draft;
  const [kernel, a, b] = [draft.global('each'), draft.name('xs'), draft.name('ys')];
  const [ta, tb, ts] = [draft.type(), draft.type(), draft.type()];
  const inner = visible(draft);
  inner.reals.push('s', 'a[i]');
  inner.integers.push('i');
  const local = draft.type();
  inner.declare('t', local);
  inner.declare('b[i]', tb);
  top.push(
    `__global__ void ${kernel}(const ${ta} *a, ${tb} *b, ${ts} s, int n)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n  ${local} t = a[i] * s;\n${e.statements(inner, e.integer(1, 3), 2)}\n  b[i] = ${e.real(inner, 2)};\n  b[i] = b[i] / (1.5 + fabs(b[i]));\n}`,
  );
  arrays(draft, ta, a);
  arrays(draft, tb, b);
  body.push(
    `  ${kernel}<<<3, 8>>>(d_${a}, d_${b}, ${e.real(scope, 1)}, 24);`,
    `  ${kernel}<<<dim3(2), dim3(8)>>>(d_${a}, d_${b}, 0.7, 13);`,
  );
  fetch(draft, tb, b);
  draft.print('each', `${b}[0]`, `${b}[12]`, `${b}[23]`);
  release(draft, a, b);
};

const blockReduction: Part = (draft) => {
  const { e, top, body } = draft;
  const [kernel, a, b] = [draft.global('reduce'), draft.name('xs'), draft.name('ys')];
  const type = draft.type();
  const shared = e.chance(0.5) ? type : draft.type();
  const dynamic = e.chance(0.5);
  const inner = visible(draft);
  inner.reals.push('a[i]', 'a[(i + 1) % n]');
  top.push(
    `__global__ void ${kernel}(const ${type} *a, ${type} *b, int n)\n{\n  ${dynamic ? `extern __shared__ ${dynamic ? type : shared} ${kernel}_s[];` : `__shared__ ${shared} ${kernel}_s[8];`}\n  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;\n  ${kernel}_s[t] = i < n ? ${e.real(inner, 1)} : 0.0;\n  __syncthreads();\n  for (int k = blockDim.x / 2; k > 0; k /= 2) {\n    if (t < k) ${kernel}_s[t] ${e.pick(['+= ', `= ${kernel}_s[t] * 0.9 + `])}${kernel}_s[t + k];\n    __syncthreads();\n  }\n  if (t == 0) b[blockIdx.x] = ${kernel}_s[0] * 0.25;\n}`,
  );
  arrays(draft, type, a, b);
  body.push(`  ${kernel}<<<3, 8${dynamic ? `, 8 * sizeof(${type})` : ''}>>>(d_${a}, d_${b}, 21);`);
  fetch(draft, type, b);
  draft.print('reduce', `${b}[0]`, `${b}[1]`, `${b}[2]`);
  release(draft, a, b);
};

const atomics: Part = (draft) => {
  const { e, top, body } = draft;
  const [kernel, a, b] = [draft.global('atomic'), draft.name('xs'), draft.name('ys')];
  const [ta, tb] = [draft.type(), draft.type()];
  const inner = visible(draft);
  inner.reals.push('a[i]');
  inner.integers.push('i');
  top.push(
    `__global__ void ${kernel}(const ${ta} *a, ${tb} *b)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  ${tb} v = ${e.real(inner, 2)};\n  v = v / (1.5 + fabs(v));\n  atomicAdd(&b[i % 3], v);\n  atomicAdd(b + 3, (${tb})0.1);\n}`,
  );
  arrays(draft, ta, a);
  arrays(draft, tb, b);
  body.push(`  ${kernel}<<<2, 12>>>(d_${a}, d_${b});`);
  fetch(draft, tb, b);
  draft.print('atomics', `${b}[0]`, `${b}[2]`, `${b}[3]`);
  release(draft, a, b);
};

const constantMemory: Part = (draft) => {
  const { e, top, body } = draft;
  const [kernel, table, params, a, host] = [
    draft.global('poly'),
    draft.global('c'),
    draft.global('Params'),
    draft.name('xs'),
    draft.name('hc'),
  ];
  const type = draft.type();
  const tc = draft.type();
  top.push(
    `__constant__ ${tc} ${table}[4];`,
    `struct ${params} { ${draft.type()} scale, shift; int n; };`,
    `__global__ void ${kernel}(${type} *a, ${params} p)\n{\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < p.n) {\n    ${draft.type()} y = 0;\n    for (int k = 3; k >= 0; k--) y = y * a[i] * 0.5 + ${table}[k];\n    a[i] = y * p.scale + p.shift;\n  }\n}`,
  );
  arrays(draft, type, a);
  body.push(
    `  ${tc} ${host}[4] = {0.1, ${e.literal()}, -0.3, 1.0/7};`,
    `  cudaMemcpyToSymbol(${table}, ${host}, 4 * sizeof(${tc}));`,
    `  ${params} ${a}_p = {0.7, ${e.literal()}, 20};`,
    `  ${a}_p.shift -= 0.1;`,
    `  ${kernel}<<<3, 8>>>(d_${a}, ${a}_p);`,
  );
  fetch(draft, type, a);
  draft.print('constant', `${a}[1]`, `${a}[19]`, `${a}[22]`);
  release(draft, a);
};

const vectorTypes: Part = (draft) => {
  const { e, top, body } = draft;
  const [kernel, cross, a] = [draft.global('vectors'), draft.global('cross'), draft.name('vs')];
  const base = e.pick(['double', 'float', 'double']);
  const v3 = `${base}3`;
  top.push(
    `__device__ ${v3} ${cross}(${v3} a, ${v3} b)\n{\n  ${v3} r;\n  r.x = a.y * b.z - a.z * b.y;\n  r.y = a.z * b.x - a.x * b.z;\n  r.z = a.x * b.y - a.y * b.x;\n  return r;\n}`,
    `__global__ void ${kernel}(${v3} *v, ${draft.type()} s)\n{\n  int i = threadIdx.x;\n  ${v3} p = v[i];\n  ${v3} q = make_${v3}(0.1, p.x * s, ${e.literal()});\n  ${base}4 w = make_${base}4(p.x, p.y, p.z, 1.0);\n  w.w += w.x * 0.3;\n  p = ${cross}(p, q);\n  p.y += w.w;\n  v[i] = p;\n  v[i].z -= 0.1;\n}`,
  );
  body.push(
    `  ${v3} ${a}[4], *d_${a};`,
    `  for (int i = 0; i < 4; i++) { ${a}[i].x = 0.1 * i; ${a}[i].y = cos(0.3 * i); ${a}[i].z = 1.0 / (i + 1); }`,
    `  cudaMalloc(&d_${a}, 4 * sizeof(${v3}));`,
    `  cudaMemcpy(d_${a}, ${a}, 4 * sizeof(${v3}), cudaMemcpyHostToDevice);`,
    `  ${kernel}<<<1, 4>>>(d_${a}, 0.7);`,
    `  cudaMemcpy(${a}, d_${a}, 4 * sizeof(${v3}), cudaMemcpyDeviceToHost);`,
  );
  draft.print('vectors', `${a}[1].x`, `${a}[2].y`, `${a}[3].z`);
  body.push(`  cudaFree(d_${a});`);
};

const tiles: Part = (draft) => {
  const { e, top, body } = draft;
  const [kernel, helper, a, b] = [draft.global('tile'), draft.global('tileSum'), draft.name('xs'), draft.name('ys')];
  const type = draft.type();
  const shared = draft.type();
  const inner = visible(draft);
  inner.declare('acc', 'double');
  top.push(
    `__device__ ${draft.type()} ${helper}(const ${shared} *row, int n, ${draft.type()} w)\n{\n  ${draft.type()} s = 0;\n  for (int k = 0; k < n; k++) s += row[k] * w;\n  return s;\n}`,
    `__global__ void ${kernel}(const ${type} *a, ${type} *b)\n{\n  __shared__ ${shared} tile[4][4 + 1];\n  __shared__ ${draft.type()} bias;\n  int x = threadIdx.x, y = threadIdx.y;\n  ${draft.type()} acc = 0;\n  for (int step = 0; step < 1; step++) {\n    tile[y][x] = a[y * 4 + x];\n    if (x == 0 && y == 0) bias = 0.1;\n    __syncthreads();\n    for (int k = 0; k < 4; k++) acc += tile[y][k] * tile[k][x] * 0.25;\n    acc += ${helper}(tile[y], 4, 0.3) + bias;\n    __syncthreads();\n  }\n  ${e.statement(inner, 1)}\n  b[y * 4 + x] = acc / (1.5 + fabs(acc));\n}`,
  );
  arrays(draft, type, a, b);
  body.push(`  dim3 ${a}_block(4, 4);`, `  ${kernel}<<<1, ${a}_block>>>(d_${a}, d_${b});`);
  fetch(draft, type, b);
  draft.print('tiles', `${b}[0]`, `${b}[7]`, `${b}[15]`);
  release(draft, a, b);
};

export const cudaParts: readonly Part[] = [
  elementwise,
  elementwise,
  blockReduction,
  atomics,
  constantMemory,
  vectorTypes,
  tiles,
];
