/** Host arrays that are kept in their format, and the copies between them and device memory that is not. */
import type { ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** Something that keeps the format of a host array: it goes to a file, comes from one, or is seen as bytes. */
function keep({ e }: ProgramDraft, host: string, type: string, count = 8): string {
  return e.pick([
    `  if (n > 999999 && fread(${host}, sizeof(${type}), ${count}, stdin) != ${count}) return;`,
    `  if (n > 999999) fwrite(${host}, sizeof(${type}), ${count}, stdout);`,
    `  { const unsigned char *bytes = (const unsigned char *) ${host}; if (n > 999999) printf("%d\\n", bytes[0]); }`,
  ]);
}

const keptOnTheHost: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top, body } = draft;
    const [kernel, xs, ys] = [draft.global('kept'), draft.name('xs'), draft.name('ys')];
    const [type, other] = [draft.type(), draft.type()];
    const bytes = `${xs}_bytes`;
    top.push(
      `__global__ void ${kernel}(${type} *a, const ${other} *b)\n{\n  int i = threadIdx.x;\n  a[i] = a[i] * b[7 - i] + ${e.literal()};\n}`,
    );
    // one count for both memories, or one written at each call
    const isShared = e.chance(0.5);
    const count = () => (isShared ? bytes : e.pick([`8 * sizeof(${type})`, `sizeof(${type}) * 8`, `sizeof ${xs}`]));
    const [up, down] = [
      (to: string, from: string) => `cudaMemcpy(${to}, ${from}, ${count()}, cudaMemcpyHostToDevice)`,
      (to: string, from: string) => `cudaMemcpy(${to}, ${from}, ${count()}, cudaMemcpyDeviceToHost)`,
    ];
    body.push(
      `  ${type} ${xs}${e.pick(['[8]', '[2][4]', '[8]'])}, *d_${xs};`,
      `  ${other} ${ys}[8], *d_${ys};`,
      ...(isShared
        ? [`  size_t ${bytes} = 8 * sizeof(${type});`, `  if (n > 999999) memset(${xs}, 0, ${bytes});`]
        : []),
      `  for (int i = 0; i < 8; i++) ((${type} *) ${xs})[i] = sin(0.4 * i) / 3, ${ys}[i] = cos(0.3 * i) + 0.2;`,
      keep(draft, xs, type),
      ...(e.chance(0.6) ? [keep(draft, ys, other)] : []),
      `  cudaMalloc(${e.pick([`&d_${xs}`, `(void **) &d_${xs}`])}, ${count()});`,
      `  cudaMalloc(&d_${ys}, sizeof ${ys});`,
      ...(e.chance(0.3) ? [`  cudaMemset(d_${xs}, 0, ${count()});`] : []),
      e.chance(0.5) ? `  ${up(`d_${xs}`, xs)};` : `  if (${up(`(void *) d_${xs}`, xs)} != cudaSuccess) return;`,
      `  cudaMemcpy(d_${ys} + 1, ${ys} + 1, 7 * sizeof(*${ys}), cudaMemcpyHostToDevice);`,
      `  cudaMemcpy(d_${ys}, &${ys}[0], sizeof(${other}), cudaMemcpyHostToDevice);`,
      `  ${kernel}<<<1, 8>>>(d_${xs}, d_${ys});`,
      `  ${down(xs, `d_${xs}`)};`,
      `  cudaFree(d_${xs});`,
      `  cudaFree(d_${ys});`,
      `  for (int i = 0; i < 8; i++) printf("kept %.17g\\n", (double) ((${type} *) ${xs})[i]);`,
    );
  },
};

/** The same through streams, rows and symbols. */
const keptOfEveryKind: Trait = {
  languages: ['cuda'],
  part: (draft) => {
    const { e, top, body } = draft;
    const [kernel, xs, ws] = [draft.global('copied'), draft.name('xs'), draft.name('ws')];
    const [type, other] = [draft.type(), draft.type()];
    const symbol = `${kernel}_weights`;
    top.push(
      `${e.pick(['__constant__', '__device__'])} ${other} ${symbol}[4];`,
      `__global__ void ${kernel}(${type} *a, size_t pitch)\n{\n  int x = threadIdx.x, y = threadIdx.y;\n  a[y * pitch + x] = a[y * pitch + x] * ${symbol}[x] + ${e.literal()};\n}`,
    );
    const isPitched = e.chance(0.5);
    const [pitch, width] = [`${xs}_pitch`, e.pick([`4 * sizeof(${type})`, `sizeof(*${xs}) * 4`])];
    const isAsync = e.chance(0.5);
    const stream = e.pick(['', ', 0', `, ${xs}_stream`]);
    const rows = (to: string, toPitch: string, from: string, fromPitch: string, kind: string) =>
      `cudaMemcpy2D${isAsync ? 'Async' : ''}(${to}, ${toPitch}, ${from}, ${fromPitch}, ${width}, 2, ${kind}${isAsync ? stream : ''});`;
    body.push(
      `  ${type} ${xs}[8], *d_${xs};`,
      `  ${other} ${ws}[4];`,
      `  cudaStream_t ${xs}_stream;`,
      `  cudaStreamCreate(&${xs}_stream);`,
      `  for (int i = 0; i < 8; i++) ${xs}[i] = sin(0.4 * i) / 3, ${ws}[i / 2] = cos(0.3 * i) + 0.2;`,
      keep(draft, xs, type),
      ...(e.chance(0.7) ? [keep(draft, ws, other, 4)] : []),
      `  size_t ${pitch} = 4 * sizeof(${type});`,
      isPitched
        ? `  cudaMallocPitch(&d_${xs}, &${pitch}, ${width}, 2);`
        : `  cudaMalloc(&d_${xs}, 8 * sizeof(${type}));`,
      isPitched
        ? `  ${rows(`d_${xs}`, pitch, xs, width, 'cudaMemcpyHostToDevice')}`
        : `  cudaMemcpyAsync(d_${xs}, ${xs}, 8 * sizeof(${type}), cudaMemcpyHostToDevice${stream});`,
      `  cudaMemcpyToSymbol(${symbol}, ${ws}, ${e.pick([`sizeof ${ws}`, `4 * sizeof(${other})`])});`,
      `  cudaMemcpyToSymbol${e.pick(['', 'Async'])}(${symbol}, &${ws}[2], sizeof(${other}), 3 * sizeof(${other})${e.pick(['', ', cudaMemcpyHostToDevice'])});`,
      `  cudaDeviceSynchronize();`,
      `  ${kernel}<<<1, dim3(4, 2)>>>(d_${xs}, ${pitch} / sizeof(${type}));`,
      `  cudaDeviceSynchronize();`,
      isPitched
        ? `  ${rows(xs, width, `d_${xs}`, pitch, 'cudaMemcpyDeviceToHost')}`
        : `  cudaMemcpyAsync(${xs}, d_${xs}, 8 * sizeof(${type}), cudaMemcpyDeviceToHost${stream});`,
      `  cudaMemcpyFromSymbol(${ws}, ${symbol}, 2 * sizeof(${other})${e.pick(['', `, sizeof(${other})`])});`,
      `  cudaStreamSynchronize(${xs}_stream);`,
      `  cudaStreamDestroy(${xs}_stream);`,
      `  cudaFree(d_${xs});`,
      `  for (int i = 0; i < 8; i++) printf("copied %.17g %.17g\\n", (double) ${xs}[i], (double) ${ws}[i / 2]);`,
    );
  },
};

export const transferTraits: readonly Trait[] = [keptOnTheHost, keptOfEveryKind];
