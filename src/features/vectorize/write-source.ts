import path from 'node:path';
import { namesIn } from '../../support/tokens.js';
import { call, LINE } from './call-text.js';
import { type LaneNode, type LaneProgram, tablesOf } from './lane-program.js';
import { ownName, refuseHidden } from './own-names.js';
import type { SourceText } from './source-text.js';
import { VECTOR_FORMATS, type VectorFormat, vectorType, type Width } from './vector-format.js';
import { BodyWriter, type SelectBy } from './write-body.js';
import { parameterText, writeLaunch } from './write-launch.js';
import { writeReduction } from './write-reduction.js';

export interface WritingChoices {
  readonly format: VectorFormat;
  readonly width: Width;
  readonly selectBy: SelectBy;
  readonly inFloat: (node: LaneNode) => boolean;
  /** The command line that generates this source again. */
  readonly command: string;
}

/** Writes CUDA and C++ source based on mantissa_vector.h: the loop for one vector, a kernel over vectors, a function that launches it. */
export function writeSource(program: LaneProgram, source: SourceText, choices: WritingChoices): string {
  refuseHidden(program);
  const { format, width } = choices;
  const at = ownName('at', program);
  const name = `${program.name}_${vectorType(format, width)}`;
  const body = new BodyWriter(program, source, choices).write();
  const words = new Set(namesIn(body.join('\n')));
  const used = program.parameters.filter((one) => words.has(one.name));
  const launched = {
    ...{ at, name, width, format },
    call: (reductions: readonly string[]) =>
      `${program.name}(${[at, ...reductions, ...used.map((one) => one.name)].join(', ')})`,
  };
  // incomplete vectors are processed in pairs
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
      [
        `Lanes ${at}`,
        ...program.reductions.map((one) => `vec<float, ${width}> &${one.name}`),
        ...used.map((one) => parameterText(one, program, format)),
      ],
      ' {',
    ),
    ...aliases.map((alias) => `  ${alias}`),
    ...body.flatMap((line) => wrapped(`  ${line}`)),
    '}',
    '',
    ...(program.reductions.length > 0 ? writeReduction(program, source, launched) : writeLaunch(program, launched)),
    '',
    `}  // namespace ${program.name}_vectors`,
    '',
    `using ${program.name}_vectors::${name};`,
    '',
  ].join('\n');
}

/** Records are passed as consecutive numbers, and tables by their address. */
function fieldRemarks(program: LaneProgram, format: VectorFormat): string[] {
  const tables = tablesOf(program).map(({ name }) => `// ${name}: the address of the table (cudaGetSymbolAddress)`);
  const records = program.parameters.flatMap((one) =>
    one.kind === 'array' && one.fields.length > 1
      ? [`// ${one.name}: records of ${one.fields.length} ${format}, ${one.fields.join(', ')}, one after the other`]
      : [],
  );
  return [...records, ...tables];
}

/** Wraps a long statement after a comma or before an operator, at the outermost possible bracket level. */
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
