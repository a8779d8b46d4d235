// Prints the lines of runtime/instrument/math-twins.h from the list of mathematical functions, src/program/library/math-functions.ts; with
// `shadow`, the lines of runtime/instrument/shadow-names.h.
import { mathFunctions } from '../dist/internal.js';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
if (process.argv[2] === 'shadow') {
  const plain = ['add', 'sub', 'mul', 'div', 'neg', 'atomicAdd'];
  const updates = ['assign_add', 'assign_sub', 'assign_mul', 'assign_div', 'postfix'];
  console.log(
    '/* Written by scripts/write-math-twins.mjs: on a GPU, the operations of a shadow run know the frame they stand in. */',
  );
  for (const name of updates)
    console.log(`#define mx_${name}(number, site, ...) mx_shadow_${name}<number, site>(mx_frame(), __VA_ARGS__)`);
  for (const name of [...plain, ...mathFunctions.map((one) => `math_${one.name}`)])
    console.log(`#define mx_${name}(number, ...) mx_shadow_${name}<number>(mx_frame(), __VA_ARGS__)`);
  process.exit();
}

console.log(
  '/* Written by scripts/write-math-twins.mjs from src/program/library/math-functions.ts: functions that exist in several formats. */',
);
for (const { name, operands, isCudaOnly, isCorrectlyRounded } of mathFunctions) {
  const how = name === 'pow' ? 'POWER' : isCorrectlyRounded ? 'COMPILED' : 'LINKED';
  const line = `MX_${how}_${operands}(${name}, ${name}f)`;
  console.log(isCudaOnly ? `#ifdef MX_WITH_CUDA\n${line}\n#endif` : line);
}
