import { linearText } from './affine.js';
import { call } from './call-text.js';
import { type LaneProgram, type Parameter, type Rows, resultArrays } from './lane-program.js';
import { ownName } from './own-names.js';
import { VECTOR_FORMATS, type VectorFormat, type Width } from './vector-format.js';

/** Writes the kernel and the function that launch the loop's function for each vector. */
export interface Launched {
  readonly name: string;
  readonly width: Width;
  readonly format: VectorFormat;
  /** Name of the position of a vector. */
  readonly at: string;
  /** The call, with the accumulators of its reductions. */
  readonly call: (reductions: readonly string[]) => string;
}

/** Launch of loops with independent iterations: one vector per thread, and in a two-dimensional kernel rows along y. */
export function writeLaunch(program: LaneProgram, { name, width, format, at, call: lanes }: Launched): string[] {
  const { rows } = program;
  const [aligned, count, stream, k, kernel, rowCount] = ownNames(
    program,
    ...['aligned', 'count', 'stream', 'k', 'vectors', ...(rows ? ['rows'] : [])],
  );
  const outer = program.parameters.filter((one) => one.name !== rows?.name);
  const parameters = outer.map((one) => parameterText(one, program, format));
  const passed = [aligned, ...outer.map((one) => one.name)].join(', ');
  const isAligned = `  const bool ${aligned} = all_aligned<${width}>(${arraysOf(program)});`;
  const range = rangeText(program);
  const run = (number: string) =>
    `run_vector<${width}>(${number}, ${range}, ${aligned}, [=](auto ${at}) { ${lanes([])}; });`;
  const grid = rows
    ? `blocks_of_rows(${count}, ${rowCount}), row_threads(${count})`
    : `count_blocks(${count}), THREADS`;
  return [
    '#ifdef __CUDACC__',
    `// One vector a thread${rows ? ', and a row of them along y' : ''}.`,
    ...call(`__global__ void ${kernel}`, [`bool ${aligned}`, ...parameters], ' {'),
    ...inRows(rows, 'row_number()', 'row_step()', [`  ${run('thread_number()')}`]),
    '}',
    '',
    `// ${program.name} on arrays of ${format} in device memory.`,
    ...call(`inline cudaError_t ${name}`, [...parameters.map(withoutRestrict), `cudaStream_t ${stream} = 0`], ' {'),
    `  const std::int64_t ${count} = count_vectors<${width}>(${range});`,
    ...(rows ? [`  const std::int64_t ${rowCount} = ${difference(rows)};`] : []),
    `  if (${count} == 0${rows ? ` || ${rowCount} <= 0` : ''}) return cudaSuccess;`,
    isAligned,
    `  ${kernel}<<<${grid}, 0, ${stream}>>>(${passed});`,
    '  return cudaGetLastError();',
    '}',
    '#else',
    `// ${program.name} on arrays of ${format} on a CPU, one vector after the other.`,
    ...call(`inline void ${name}`, parameters.map(withoutRestrict), ' {'),
    isAligned,
    ...inRows(rows, '0', '1', [
      `  for (std::int64_t ${k} = 0, ${count} = count_vectors<${width}>(${range}); ${k} < ${count}; ++${k})`,
      `    ${run(k!)}`,
    ]),
    '}',
    '#endif',
  ];
}

/** The body for each row, if there are rows. */
function inRows(rows: Rows | null, first: string, step: string, lines: readonly string[]): string[] {
  return rows ? [`  ${rowLoop(rows, first, step)}`, ...lines.map((line) => `  ${line}`)] : [...lines];
}

export function ownNames(program: LaneProgram, ...wanted: readonly string[]): string[] {
  return wanted.map((one) => ownName(one, program));
}

/** Arrays that vectors are loaded from or stored to. */
export function arraysOf(program: LaneProgram): string {
  const single = resultArrays(program);
  return program.parameters
    .flatMap((one) => (one.kind === 'array' && !single.has(one.name) ? [one.name] : []))
    .join(', ');
}

export function rangeText({ begin, end }: LaneProgram): string {
  return `${linearText(begin)}, ${linearText(end)}`;
}

function rowLoop({ name, type, begin, end }: Rows, first: string, step: string): string {
  const from = begin === '0' ? first : first === '0' ? begin : `${begin} + ${first}`;
  return `for (${type} ${name} = ${from}; ${name} < ${end}; ${step === '1' ? `++${name}` : `${name} += ${step}`})`;
}

function difference({ begin, end }: Rows): string {
  if (begin === '0') return end;
  return `${end} - ${/^\w+$/.test(begin) ? begin : `(${begin})`}`;
}

export function parameterText(parameter: Parameter, program: LaneProgram, format: VectorFormat): string {
  if (parameter.kind === 'integer') return `${parameter.type} ${parameter.name}`;
  if (parameter.kind === 'number') return `float ${parameter.name}`;
  const single = resultArrays(program);
  const isTable = parameter.kind === 'array' && parameter.isTable === true;
  if (single.has(parameter.name)) return `${isTable ? 'const ' : ''}float *__restrict__ ${parameter.name}`;
  const { type } = VECTOR_FORMATS[(parameter.kind === 'array' ? parameter.format : null) ?? format];
  return `${program.written.has(parameter.name) ? '' : 'const '}${type} *__restrict__ ${parameter.name}`;
}

export function withoutRestrict(parameter: string): string {
  return parameter.replace('*__restrict__ ', '*');
}
