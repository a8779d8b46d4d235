/** `mantissa show --machine-code`: the machine code of the functions that a trial changes, original and patched side by side. */
import type { MachineCode, NoMachineCode } from '../../execution/machine-code/compile-assembly.js';
import type { MachineFunction } from '../../execution/machine-code/read-assembly.js';
import type { Paint } from '../../inspection/paint.js';

export interface ComparedCode {
  readonly kind: MachineCode['kind'];
  readonly compiler: string;
  /** Functions whose instructions differ; null on a side that lacks the function. */
  readonly functions: readonly {
    readonly symbol: string;
    readonly original: MachineFunction | null;
    readonly patched: MachineFunction | null;
  }[];
}

export function compareCode(
  original: MachineCode | NoMachineCode,
  patched: MachineCode | NoMachineCode,
): ComparedCode | NoMachineCode {
  if ('missing' in original) return { missing: `the original program: ${original.missing}` };
  if ('missing' in patched) return { missing: `the trial: ${patched.missing}` };
  const sides = [original, patched].map(({ functions }) => new Map(functions.map((one) => [keyOf(one.symbol), one])));
  const [before, after] = sides as [Map<string, MachineFunction>, Map<string, MachineFunction>];
  const functions = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key) ?? null, after.get(key) ?? null];
    if (one && other && one.instructions.join('\n') === other.instructions.join('\n')) return [];
    return [{ symbol: (one ?? other)!.symbol, original: one, patched: other }];
  });
  return { kind: patched.kind, compiler: patched.compiler, functions };
}

/** A mangled name without its parameter types, which a patch changes: `_Z5relaxPKdPdi` and `_Z5relaxPKfPfi` are one function. */
function keyOf(symbol: string): string {
  const nested = /^_ZN?/.exec(symbol);
  if (!nested) return symbol;
  let [at, name] = [nested[0].length, nested[0]];
  for (let part = /^\d+/.exec(symbol.slice(at)); part; part = /^\d+/.exec(symbol.slice(at))) {
    const end = at + part[0].length + Number(part[0]);
    name += symbol.slice(at, end);
    at = end;
    if (nested[0] === '_Z') break;
  }
  return name;
}

export function machineCodeText(compared: ComparedCode | NoMachineCode, paint: Paint, width: number): string {
  if ('missing' in compared) return `no machine code: ${compared.missing}\n`;
  const note = compared.kind === 'ptx' ? ' (cuobjdump is missing: PTX, which ptxas translates to machine code)' : '';
  const head = paint.bold(`machine code, ${compared.kind}${note}, ${compared.compiler}`);
  if (compared.functions.length === 0) return `${head}\nthe same for all functions\n`;
  return `${[head, ...compared.functions.flatMap((one) => ['', ...functionLines(one, paint, width)])].join('\n')}\n`;
}

function functionLines(
  { symbol, original, patched }: ComparedCode['functions'][number],
  paint: Paint,
  width: number,
): string[] {
  const names = [...new Set([original, patched].flatMap((one) => (one ? Object.keys(one.counts) : [])))].sort();
  const [left, right] = [original?.instructions ?? [], patched?.instructions ?? []];
  const column = Math.max(20, Math.floor((width - 3) / 2));
  const cell = (text = '') => (text.length > column ? `${text.slice(0, column - 1)}…` : text.padEnd(column));
  return [
    paint.bold(symbol),
    `  instructions  ${left.length} → ${right.length}`,
    ...names.map((name) => `  ${name.padEnd(16)}  ${original?.counts[name] ?? 0} → ${patched?.counts[name] ?? 0}`),
    '',
    paint.dim(`${cell('original')} | patched`),
    ...Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
      `${cell(left[at])} | ${cell(right[at])}`.trimEnd(),
    ),
  ];
}
