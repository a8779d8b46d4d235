// Prints the lines of runtime/instrument/math-twins.h from the one list of functions with twins, src/program/math-twins.ts.
import { mathFunctions } from '../dist/program/math-twins.js';

const CUDA_ONLY = new Set(['rsqrt', 'rcbrt', 'exp10', 'sinpi', 'cospi']);
console.log(
  '/* Written by scripts/write-math-twins.mjs from src/program/math-twins.ts: functions that exist in several formats. */',
);
for (const { name, operands } of mathFunctions) {
  const line = `MX_MATH_${operands}(${name}, ${name}f)`;
  console.log(CUDA_ONLY.has(name) ? `#ifdef MX_WITH_CUDA\n${line}\n#endif` : line);
}
