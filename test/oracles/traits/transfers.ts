/** Host arrays that are kept in their format, and the copies between them and device memory that is not. */
import type { ProgramDraft } from '../generate-program.js';
import type { Trait } from './trait.js';

/** Something that keeps the format of a host array: it goes to a file, comes from one, or is seen as bytes. */
function keep({ e }: ProgramDraft, host: string, type: string): string {
  return e.pick([
    `  if (n > 999999 && fread(${host}, sizeof(${type}), 8, stdin) != 8) return;`,
    `  if (n > 999999) fwrite(${host}, sizeof(${type}), 8, stdout);`,
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

export const transferTraits: readonly Trait[] = [keptOnTheHost];
