/** Reads the instructions of each function from the text of a compiler or disassembler, and counts them by the format that they compute in. */

/** SASS of cuobjdump, PTX of nvcc, and the assembly of a host compiler in GNU syntax. */
export type AssemblyKind = 'sass' | 'ptx' | 'x86-64' | 'arm64';

export interface MachineFunction {
  /** The mangled name. */
  readonly symbol: string;
  readonly instructions: readonly string[];
  /** Number of instructions by what they do: a format, `conversion`, or a width of memory access such as `128-bit access`. */
  readonly counts: Readonly<Record<string, number>>;
}

export function readAssembly(text: string, kind: AssemblyKind): MachineFunction[] {
  const found = new Map<string, string[]>();
  let own: string[] | null = null;
  for (const line of text.split('\n')) {
    const symbol = STARTS[kind].exec(line)?.[1];
    if (symbol !== undefined) {
      own = [];
      found.set(symbol, own);
    } else if (ENDS[kind].test(line)) own = null;
    else if (own) {
      const instruction = INSTRUCTIONS[kind].exec(line)?.[1];
      if (instruction !== undefined) own.push(instruction.trim().replace(/\s+/g, ' '));
    }
  }
  return [...found]
    .filter(([, instructions]) => instructions.length > 0)
    .map(([symbol, instructions]) => ({ symbol, instructions, counts: countsOf(instructions, kind) }));
}

const NEVER = /(?!)/;
const STARTS: Readonly<Record<AssemblyKind, RegExp>> = {
  sass: /^\s*Function : (\S+)/,
  ptx: /\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w$]+)/,
  'x86-64': /^([A-Za-z_][\w$.]*):/,
  arm64: /^([A-Za-z_][\w$.]*):/,
};
const ENDS: Readonly<Record<AssemblyKind, RegExp>> = {
  sass: NEVER,
  ptx: /^\}/,
  'x86-64': /^\s*\.size\s/,
  arm64: /^\s*\.size\s/,
};
const INSTRUCTIONS: Readonly<Record<AssemblyKind, RegExp>> = {
  sass: /^\s*\/\*[0-9a-f]+\*\/\s+([^;]+);/,
  ptx: /^\s+((?:@!?%\w+\s+)?[a-z][\w.]*\s[^;]*);/,
  'x86-64': /^\s+([a-z][^#]*)/,
  arm64: /^\s+([a-z][^/]*)/,
};

function countsOf(instructions: readonly string[], kind: AssemblyKind): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of instructions)
    for (const name of namesOf(one.replace(/^@!?%?\w+ /, ''), kind)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function namesOf(instruction: string, kind: AssemblyKind): string[] {
  switch (kind) {
    case 'sass':
      return first(instruction, SASS);
    case 'ptx':
      return first(instruction, PTX);
    case 'x86-64':
      return first(instruction, X86);
    case 'arm64':
      return first(instruction, ARM);
  }
}

type Rules = readonly (readonly [pattern: RegExp, name: string])[];

const SASS: Rules = [
  [/^(?:F2F|F2FP|F2I|I2F|HADD2\.F32)\b/, 'conversion'],
  [/^D(?:ADD|MUL|FMA|MNMX|SETP)\b/, 'fp64'],
  [/^F(?:ADD|MUL|FMA|MNMX|SETP|SET|SEL|CHK)\b/, 'fp32'],
  [/^H(?:ADD2|MUL2|FMA2|MNMX2|SETP2|SET2)\b.*\.BF16/, 'bf16x2'],
  [/^H(?:ADD2|MUL2|FMA2|MNMX2|SETP2|SET2)\b/, 'half2'],
  [/^MUFU\b/, 'special function'],
  [/^(?:LD|ST)[GSL]?\b.*\.128\b/, '128-bit access'],
  [/^(?:LD|ST)[GSL]?\b.*\.64\b/, '64-bit access'],
  [/^(?:LD|ST)[GSL]?\b.*\.(?:U?16|U8|S16)\b/, '16-bit access'],
  [/^(?:LD|ST)[GSL]?\b/, '32-bit access'],
];
const ARITHMETIC = 'add|sub|mul|div|fma|mad|neg|abs|min|max|sqrt|rsqrt|rcp|setp|ex2|lg2|sin|cos';
const PTX: Rules = [
  [/^cvt\..*\.(?:f64|f32|f16|bf16)/, 'conversion'],
  [new RegExp(`^(?:${ARITHMETIC})\\..*\\.?f64\\b`), 'fp64'],
  [new RegExp(`^(?:${ARITHMETIC})\\..*\\.?bf16x2\\b`), 'bf16x2'],
  [new RegExp(`^(?:${ARITHMETIC})\\..*\\.?f16x2\\b`), 'half2'],
  [new RegExp(`^(?:${ARITHMETIC})\\..*\\.?bf16\\b`), 'bf16'],
  [new RegExp(`^(?:${ARITHMETIC})\\..*\\.?f16\\b`), 'fp16'],
  [new RegExp(`^(?:${ARITHMETIC})\\..*\\.?f32\\b`), 'fp32'],
  [/^(?:ld|st)\.(?!param).*(?:v4\.[a-z]32|v2\.[a-z]64|b128)\b/, '128-bit access'],
  [/^(?:ld|st)\.(?!param).*(?:v2\.[a-z]32|[a-z]64)\b/, '64-bit access'],
  [/^(?:ld|st)\.(?!param).*[a-z]16\b/, '16-bit access'],
  [/^(?:ld|st)\.(?!param)/, '32-bit access'],
];
const X86: Rules = [
  [/^v?cvt/, 'conversion'],
  [/^v?(?:add|sub|mul|div|sqrt|min|max|u?comi|cmp\w*|fn?m\w+?\d*)sd\b/, 'fp64'],
  [/^v?(?:add|sub|mul|div|sqrt|min|max|cmp\w*|fn?m\w+?\d*|h?addsub|hadd)pd\b/, 'fp64 vector'],
  [/^v?(?:add|sub|mul|div|sqrt|min|max|u?comi|cmp\w*|fn?m\w+?\d*)ss\b/, 'fp32'],
  [/^v?(?:add|sub|mul|div|sqrt|min|max|cmp\w*|fn?m\w+?\d*|h?addsub|hadd)ps\b/, 'fp32 vector'],
  [/^v?(?:add|sub|mul|div|sqrt|min|max|fn?m\w+?\d*)[sp]h\b/, 'fp16'],
];
const ARM: Rules = [
  [/^(?:fcvt|scvtf|ucvtf)/, 'conversion'],
  [/^f\w+ v\d+\.2d/, 'fp64 vector'],
  [/^f\w+ v\d+\.[24]s/, 'fp32 vector'],
  [/^f\w+ v\d+\.[48]h/, 'fp16 vector'],
  [/^f(?:add|sub|mul|div|madd|msub|nmadd|nmsub|nmul|sqrt|cmpe?|min\w*|max\w*) d/, 'fp64'],
  [/^f(?:add|sub|mul|div|madd|msub|nmadd|nmsub|nmul|sqrt|cmpe?|min\w*|max\w*) s/, 'fp32'],
  [/^f(?:add|sub|mul|div|madd|msub|nmadd|nmsub|nmul|sqrt|cmpe?|min\w*|max\w*) h/, 'fp16'],
];

function first(instruction: string, rules: Rules): string[] {
  const rule = rules.find(([pattern]) => pattern.test(instruction));
  return rule ? [rule[1]] : [];
}
