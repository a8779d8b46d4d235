/** A CUDA program with this number of floating-point operations, in eight kernels with loops, branches and arrays. */
export function manyOperations(count: number): string {
  const kernels = 8;
  const each = Math.ceil(count / kernels);
  const bodies = Array.from({ length: kernels }, (_, kernel) => {
    const names = Array.from({ length: 24 }, (_, index) => `v${index}`);
    const declarations = names.map((name, index) => `  double ${name} = a[i + ${index}];`);
    const lines: string[] = [];
    for (let operation = 0; operation + 4 <= each; operation += 4) {
      const pick = (step: number) => names[(operation * 7 + step * 11 + kernel) % names.length]!;
      lines.push(`    ${pick(0)} = ${pick(1)} * ${pick(2)} + ${pick(3)} / (${pick(4)} - 1.5);`);
    }
    return `__global__ void kernel${kernel}(const double *a, double *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
${declarations.join('\n')}
  for (int step = 0; step < n; step++) {
${lines.join('\n')}
  }
  b[i] = ${names.join(' + ')};
}`;
  });
  return `#include <cuda_runtime.h>\n${bodies.join('\n')}\nint main() { return 0; }\n`;
}
