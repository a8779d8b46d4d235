/** CUDA: launches, shared memory, vector types and library calls as others write them. */
import type { ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** Allocates an array of `count` numbers on the host and on the device, with starting values. */
function array({ body }: ProgramDraft, type: string, name: string, count = 8): void {
  body.push(
    `  ${type} ${name}[${count}], *d_${name};`,
    `  for (int i = 0; i < ${count}; i++) ${name}[i] = cos(0.3 * i) + 0.2;`,
    `  cudaMalloc(&d_${name}, sizeof ${name});`,
    `  cudaMemcpy(d_${name}, ${name}, sizeof ${name}, cudaMemcpyHostToDevice);`,
  );
}

function fetch(draft: ProgramDraft, label: string, name: string, ...indices: number[]): void {
  draft.body.push(`  cudaMemcpy(${name}, d_${name}, sizeof ${name}, cudaMemcpyDeviceToHost);`);
  draft.print(label, ...indices.map((index) => `${name}[${index}]`));
  draft.body.push(`  cudaFree(d_${name});`);
}

/** nvcc takes the brackets of a launch in one piece or with blanks in them. */
function launch({ e }: ProgramDraft, kernel: string, where: string, args: string): string {
  const [open, close] = e.pick([
    ['<<<', '>>>'],
    [' << <', '>> > '],
    ['<< /* grid */ <', ' >>>'],
    ['<<<', '>> >'],
  ] as const);
  return `  ${kernel}${open}${where}${close}(${args});`;
}

const sharedAtFileScope: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top } = draft;
    const [kernel, tile, xs] = [draft.global('turned'), draft.global('tile'), draft.name('xs')];
    const type = draft.type();
    const again = e.chance(0.3) ? `extern __shared__ ${type} ${tile}[];\n` : '';
    const bounds = e.pick(['', ' __launch_bounds__(32)']);
    top.push(
      `extern __shared__ ${type} ${tile}[];\n${again}__device__ void ${kernel}_help(${type} *v, int n)\n{\n  int i = threadIdx.x;\n  ${tile}[i] = v[i] * ${e.literal()};\n  __syncthreads();\n  v[i] = ${tile}[n - 1 - i] / 3.0 + *${tile};\n}`,
      `__global__ void${bounds} ${kernel}(${type} *__restrict__ v, int n) { ${kernel}_help(v, n); }`,
    );
    array(draft, type, xs);
    draft.body.push(launch(draft, kernel, `1, 8, 8 * sizeof(${type})`, `d_${xs}, 8`));
    fetch(draft, 'file scope', xs, 0, 3, 7);
  },
};

/** One kernel is launched as ever, another with what an array of addresses leads to. */
const launchedByAddresses: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top, body } = draft;
    const [plain, kernel, xs, given] = [
      ...[draft.global('steps'), draft.global('given_to')],
      ...[draft.name('xs'), draft.name('given')],
    ] as [string, string, string, string];
    const type = draft.type();
    top.push(
      `__global__ void ${plain}(${type} *v) { v[threadIdx.x] = v[threadIdx.x] * ${e.literal()} + 0.3; }`,
      `__global__ void ${kernel}(${type} *v, ${type} by, int n)\n{\n  int i = threadIdx.x;\n  if (i < n) v[i] = v[i] * by / 3;\n}`,
    );
    array(draft, type, xs);
    const [by, count] = [`${given}_by`, `${given}_n`];
    body.push(
      launch(draft, plain, '1, 8', `d_${xs}`),
      `  ${type} ${by} = ${e.literal()};`,
      `  int ${count} = 7;`,
      e.chance(0.5)
        ? `  void *${given}[] = {&d_${xs}, &${by}, &${count}};`
        : `  void *${given}[3];\n  ${given}[0] = &d_${xs}, ${given}[1] = (void *) &${by}, ${given}[2] = &${count};`,
      `  ${e.pick([
        `cudaLaunchKernel((const void *) ${kernel}, dim3(1), dim3(8), ${given}, 0, 0)`,
        `cudaLaunchKernel(${kernel}, dim3(1), dim3(8), ${given})`,
        `cudaLaunchCooperativeKernel((void *) ${kernel}, dim3(1), dim3(8), ${given}, 0, 0)`,
      ])};`,
    );
    fetch(draft, 'by addresses', xs, 0, 3, 7);
  },
};

const launchInTemplate: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top, body } = draft;
    const [kernel, host] = [draft.global('scale'), draft.global('scaled')];
    const types = e.pick([['double', 'float'], ['float', 'double'], [draft.type()], ['double', 'int']]);
    const factor = e.literal();
    const explicit = e.chance(0.5) ? '<T>' : '';
    top.push(
      `template <typename T> __global__ void ${kernel}(T *a, T by, const int *order)\n{\n  int i = threadIdx.x;\n  T v = a[order ? order[i] : i];\n  T other = i < 2 ? __shfl_xor_sync(0x3, v, 1) : v;\n  a[i] = other * by / T(3);\n}`,
      `template <typename T> void ${host}(int n)\n{\n  T *d, h[4];\n  for (int i = 0; i < n; i++) h[i] = T(1.3 * i + 0.1);\n  cudaMalloc(&d, n * sizeof(T));\n  cudaMemcpy(d, h, n * sizeof(T), cudaMemcpyHostToDevice);\n${launch(draft, kernel + explicit, '1, n', `d, T(${factor}), ${e.pick(['0', 'nullptr', 'NULL'])}`)}\n  cudaMemcpy(h, d, n * sizeof(T), cudaMemcpyDeviceToHost);\n  for (int i = 0; i < n; i++) printf("template %.17g\\n", (double) h[i]);\n  cudaFree(d);\n}`,
    );
    for (const type of types) body.push(`  ${host}<${type}>(4);`);
  },
};

const vectorsInBraces: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top, body } = draft;
    const [kernel, vs] = [draft.global('braced'), draft.name('vs')];
    const lanes = e.pick([2, 3, 4]);
    const vector = `double${lanes}`;
    const components = (first: string) => [first, '2.0', `s / 3`, `v.x * ${e.literal()}`].slice(0, lanes).join(', ');
    top.push(
      `__device__ ${vector} ${kernel}_of(double s, ${vector} v) { return {${components('s')}}; }`,
      `__global__ void ${kernel}(${vector} *r, double s)\n{\n  int i = threadIdx.x;\n  ${vector} v = {${['s', '0.1', 's', '1.0'].slice(0, lanes).join(', ')}};\n  r[i] = {${components('s + i')}};\n  r[i].x += ${kernel}_of(r[i].y, v).x;\n}`,
    );
    body.push(
      `  ${vector} ${vs}[4], *d_${vs};`,
      `  cudaMalloc(&d_${vs}, sizeof ${vs});`,
      launch(draft, kernel, '1, 4', `d_${vs}, 0.3`),
      `  cudaMemcpy(${vs}, d_${vs}, sizeof ${vs}, cudaMemcpyDeviceToHost);`,
    );
    draft.print('braces', `${vs}[1].x`, `${vs}[3].x`, `${vs}[2].y`);
    body.push(`  cudaFree(d_${vs});`);
  },
};

const viewOfNumbers: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top, body } = draft;
    const [kernel, xs, ys] = [draft.global('viewed'), draft.name('xs'), draft.name('ys')];
    const base = e.pick(['float', 'double']);
    const view = `${base}2`;
    const out = draft.type();
    top.push(
      `__global__ void ${kernel}(const ${base} *a, ${out} *r)\n{\n  const ${view} v = reinterpret_cast<const ${view} *>(a)[threadIdx.x];\n  ${view} w = ((const ${view} *) a)[0];\n  w.y = w.y * v.x + ${e.literal()};\n  r[threadIdx.x] = v.x + v.y / 3 + w.y;\n}`,
    );
    array(draft, base, xs);
    array(draft, out, ys, 4);
    body.push(
      // its bytes come from a file: it keeps its type
      `  if (n > 999999 && fread(${xs}, sizeof(${base}), 8, stdin) != 8) return;`,
      launch(draft, kernel, '1, 4', `d_${xs}, d_${ys}`),
      `  cudaFree(d_${xs});`,
    );
    fetch(draft, 'view', ys, 0, 1, 3);
  },
};

const writtenThroughPointers: Trait = {
  languages: ['c++'], // in CUDA halves are drawn, which no such function writes: refused by name
  part: (draft) => {
    const { e, top, body } = draft;
    const [name, xs, ys] = [draft.global('angles'), draft.name('xs'), draft.name('ys')];
    const type = e.pick(['double', 'float']);
    const several = type === 'float' ? 'sincosf' : 'sincos';
    const onDevice = draft.language === 'cuda' && e.chance(0.7);
    const [ta, record] = [draft.type(), `${name}_pair`];
    top.push(
      `struct ${record} { ${type} s, c; };`,
      `${onDevice ? '__global__ ' : ''}void ${name}(const ${ta} *a, ${type} *r)\n{\n  ${type} s, c, table[3];\n  ${record} p;\n  ${several}(a[0] / 3, &s, &c);\n  ${several}(s + ${e.literal()}, table + 1, &table[2]);\n  ${several}(table[1], &p.s, &p.c);\n  int k;\n  table[0] = frexp(s, &k) * c + remquo(p.c, s, &k);\n  r[0] = s * c;\n  r[1] = table[0] + table[2];\n  r[2] = p.s / p.c;\n  r[3] = modf${type === 'float' ? 'f' : ''}(r[2] * 17, &r[4]);\n}`,
    );
    if (onDevice) {
      array(draft, ta, xs);
      array(draft, type, ys);
      body.push(launch(draft, name, '1, 1', `d_${xs}, d_${ys}`), `  cudaFree(d_${xs});`);
      fetch(draft, 'written', ys, 0, 1, 2, 3, 4);
      return;
    }
    body.push(`  ${ta} ${xs}[1] = {0.4};`, `  ${type} ${ys}[5];`, `  ${name}(${xs}, ${ys});`);
    draft.print('written', ...[0, 1, 2, 3, 4].map((index) => `${ys}[${index}]`));
  },
};

const signsOfNans: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top, body } = draft;
    const [kernel, xs] = [draft.global('nans'), draft.name('xs')];
    const type = draft.type();
    top.push(
      `__global__ void ${kernel}(${type} *v, ${draft.type()} zero)\n{\n  ${draft.type()} root = sqrt(-1.0 - zero), minus = -root;\n  v[0] = root;\n  v[1] = minus;\n  v[2] = -v[1] * ${e.literal()};\n  v[3] = zero / zero;\n}`,
    );
    array(draft, type, xs, 4);
    body.push(
      launch(draft, kernel, '1, 1', `d_${xs}, 0.0`),
      `  cudaMemcpy(${xs}, d_${xs}, sizeof ${xs}, cudaMemcpyDeviceToHost);`,
      `  for (int i = 0; i < 4; i++) { ${type} copy = ${xs}[i]; printf("nan %d %d\\n", ${xs}[i] != ${xs}[i], copy != copy); }`,
      `  cudaFree(d_${xs});`,
    );
  },
};

const unitOfC: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top } = draft;
    const [mean, xs] = [draft.global('mean'), draft.name('xs')];
    draft
      .file('beside.c')
      .push(
        `void ${mean}(const volatile double *v, int n, volatile double *mean)\n{\n  volatile double sum = 0;\n  for (int i = 0; i < n; i++) sum += v[i] * ${e.literal()};\n  *mean = sum / n;\n}`,
      );
    top.push(
      `extern "C" void ${mean}(const volatile double *v, int n, volatile double *mean);`,
      `__global__ void ${mean}_off(double *v, double m) { v[threadIdx.x] = v[threadIdx.x] / 3 - m; }`,
    );
    array(draft, 'double', xs);
    draft.body.push(
      `  volatile double ${xs}_mean;`,
      `  ${mean}(${xs}, 8, &${xs}_mean);`,
      launch(draft, `${mean}_off`, '1, 8', `d_${xs}, ${xs}_mean`),
    );
    fetch(draft, 'unit', xs, 0, 5);
  },
};

export const cudaTraits: readonly Trait[] = [
  sharedAtFileScope,
  launchInTemplate,
  launchedByAddresses,
  vectorsInBraces,
  viewOfNumbers,
  writtenThroughPointers,
  signsOfNans,
  unitOfC,
];
