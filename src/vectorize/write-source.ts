import path from 'node:path';
import { affineText } from './affine.js';
import type { LaneNode, LaneProgram, Parameter, Rows } from './lane-program.js';
import { ownName, refuseHidden } from './own-names.js';
import type { SourceText } from './source-text.js';
import { VECTOR_FORMATS, type VectorFormat, vectorType, type Width } from './vector-format.js';
import { BodyWriter } from './write-body.js';

export interface WritingChoices {
  readonly format: VectorFormat;
  readonly width: Width;
  readonly inFloat: (node: LaneNode) => boolean;
  /** The command line that makes this source again. */
  readonly command: string;
}

/** CUDA source over mantissa_vector.h, which is C++ as well: the loop for one vector, a kernel of vectors, a function that launches it. */
export function writeSource(program: LaneProgram, source: SourceText, choices: WritingChoices): string {
  refuseHidden(program);
  const { format, width } = choices;
  const [at, aligned, count, stream, k, rowCount, kernel] = [
    'at',
    'aligned',
    'count',
    'stream',
    'k',
    'rows',
    'vectors',
  ].map((one) => ownName(one, program));
  const vector = vectorType(format, width);
  const name = `${program.name}_${vector}`;
  const body = new BodyWriter(program, source, choices).write();
  const { rows } = program;
  const outer = program.parameters.filter((one) => one.name !== rows?.name);
  const parameters = outer.map((one) => parameterText(one, program, format));
  const passed = outer.map((one) => one.name);
  const arrays = program.parameters.flatMap((one) => (one.kind === 'array' ? [one.name] : []));
  const used = program.parameters.filter((one) => body.some((line) => new RegExp(`\\b${one.name}\\b`).test(line)));
  const lanes = `${program.name}(${at}, ${used.map((one) => one.name).join(', ')})`;
  const range = `${affineText(program.begin)}, ${affineText(program.end)}`;
  // vectors have a pair of numbers where not all of them are there
  const aliases = (['fp16', 'bf16', 'fp32'] as const)
    .filter((one) => body.some((line) => line.includes(vectorType(one, width))))
    .map((one) => `using ${vectorType(one, width)} = typename Lanes::template of<${VECTOR_FORMATS[one].type}>;`);
  return [
    `// ${program.name} on vectors of ${width} ${format}, from ${path.basename(program.file)}:${program.line}, written by`,
    `//   ${choices.command}`,
    '#include "mantissa_vector.h"',
    '',
    `namespace ${program.name}_vectors {`,
    '',
    'using namespace mantissa;',
    '',
    ...source.commentAbove(program.line).map((line) => `// ${line}`),
    ...fieldRemarks(program, format),
    `// The loop of line ${program.loopLine} for one vector, or for a pair of elements where a vector is not complete.`,
    'template <class Lanes>',
    ...call(
      `MANTISSA_DEVICE void ${program.name}`,
      [`Lanes ${at}`, ...used.map((one) => parameterText(one, program, format))],
      ' {',
    ),
    ...aliases.map((alias) => `  ${alias}`),
    ...body.flatMap((line) => wrapped(`  ${line}`)),
    '}',
    '',
    '#ifdef __CUDACC__',
    rows ? '// One vector a thread, and a row of them along y.' : '// One vector a thread.',
    ...call(`__global__ void ${kernel}`, [`bool ${aligned}`, ...parameters], ' {'),
    ...(rows ? [`  ${rowLoop(rows, 'row_number()', 'row_step()')}`] : []),
    `${rows ? '  ' : ''}  run_vector<${width}>(thread_number(), ${range}, ${aligned}, [=](auto ${at}) { ${lanes}; });`,
    '}',
    '',
    `// ${program.name} on arrays of ${format} in device memory.`,
    ...call(`inline cudaError_t ${name}`, [...parameters.map(withoutRestrict), `cudaStream_t ${stream} = 0`], ' {'),
    `  const std::int64_t ${count} = count_vectors<${width}>(${range});`,
    ...(rows
      ? [
          `  const std::int64_t ${rowCount} = ${difference(rows)};`,
          `  if (${count} == 0 || ${rowCount} <= 0) return cudaSuccess;`,
        ]
      : [`  if (${count} == 0) return cudaSuccess;`]),
    `  const bool ${aligned} = all_aligned<${width}>(${arrays.join(', ')});`,
    rows
      ? `  ${kernel}<<<blocks_of_rows(${count}, ${rowCount}), row_threads(${count}), 0, ${stream}>>>(${aligned}, ${passed.join(', ')});`
      : `  ${kernel}<<<count_blocks(${count}), THREADS, 0, ${stream}>>>(${aligned}, ${passed.join(', ')});`,
    '  return cudaGetLastError();',
    '}',
    '#else',
    `// ${program.name} on arrays of ${format} on a CPU, one vector after the other.`,
    ...call(`inline void ${name}`, parameters.map(withoutRestrict), ' {'),
    `  const bool ${aligned} = all_aligned<${width}>(${arrays.join(', ')});`,
    ...(rows ? [`  ${rowLoop(rows, '0', '1')}`] : []),
    `${rows ? '  ' : ''}  for (std::int64_t ${k} = 0, ${count} = count_vectors<${width}>(${range}); ${k} < ${count}; ++${k})`,
    `${rows ? '  ' : ''}    run_vector<${width}>(${k}, ${range}, ${aligned}, [=](auto ${at}) { ${lanes}; });`,
    '}',
    '#endif',
    '',
    `}  // namespace ${program.name}_vectors`,
    '',
    `using ${program.name}_vectors::${name};`,
    '',
  ].join('\n');
}

function rowLoop({ name, type, begin, end }: Rows, first: string, step: string): string {
  const from = begin === '0' ? first : first === '0' ? begin : `${begin} + ${first}`;
  return `for (${type} ${name} = ${from}; ${name} < ${end}; ${step === '1' ? `++${name}` : `${name} += ${step}`})`;
}

function difference({ begin, end }: Rows): string {
  if (begin === '0') return end;
  return `${end} - ${/^\w+$/.test(begin) ? begin : `(${begin})`}`;
}

/** Records become numbers one after the other. */
function fieldRemarks(program: LaneProgram, format: VectorFormat): string[] {
  return program.parameters.flatMap((one) =>
    one.kind === 'array' && one.fields.length > 1
      ? [`// ${one.name}: records of ${one.fields.length} ${format}, ${one.fields.join(', ')}, one after the other`]
      : [],
  );
}

function parameterText(parameter: Parameter, program: LaneProgram, format: VectorFormat): string {
  if (parameter.kind === 'integer') return `${parameter.type} ${parameter.name}`;
  if (parameter.kind === 'number') return `float ${parameter.name}`;
  const { type } = VECTOR_FORMATS[format];
  return `${program.written.has(parameter.name) ? '' : 'const '}${type} *__restrict__ ${parameter.name}`;
}

function withoutRestrict(parameter: string): string {
  return parameter.replace('*__restrict__ ', '*');
}

const LINE = 120;

/** A statement that is too long for a line goes on behind a comma or before an operator, outside as many brackets as can be. */
function wrapped(line: string): string[] {
  if (line.length <= LINE || /^\s*\/\//.test(line)) return [line];
  const indent = /^\s*/.exec(line)![0].length;
  const places = [...line.matchAll(/, | (?=[-+*/&|<>] )/g)]
    .map(({ index, 0: text }) => index + (text === ', ' ? 1 : 0))
    .filter((at) => at <= LINE && at > LINE / 3);
  const depthAt = (at: number) =>
    [...line.slice(0, at)].reduce((depth, c) => depth + Number(c === '(') - Number(c === ')'), 0);
  const least = Math.min(...places.map(depthAt));
  const at = places.filter((one) => depthAt(one) === least).at(-1);
  if (at === undefined) return [line];
  return [line.slice(0, at), ...wrapped(`${' '.repeat(indent === 2 ? 6 : indent)}${line.slice(at).trimStart()}`)];
}

/** On one line, or on lines of full width behind the opening bracket. */
function call(head: string, items: readonly string[], tail: string): string[] {
  const indent = ' '.repeat(4);
  const lines: string[] = [];
  let line = `${head}(`;
  items.forEach((item, at) => {
    const text = `${item}${at < items.length - 1 ? ',' : `)${tail}`}`;
    const joined = line.endsWith('(') ? line + text : `${line} ${text}`;
    if (joined.length <= LINE) line = joined;
    else {
      lines.push(line);
      line = indent + text;
    }
  });
  return [...lines, line];
}
