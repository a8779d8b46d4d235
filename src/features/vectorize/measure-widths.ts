/** Measures the memory bandwidth of each width on this machine's GPU, by timing the generated function on test arrays. */
import type { Engine } from '../../core.js';
import { coefficient, constantForm, sum } from '../../numerics/linear-form.js';
import { COUNTER, linearText, withCounter } from './affine.js';
import { type Access, accessesOf, type LaneProgram, nodesOf, resultArrays } from './lane-program.js';
import { libraryFolder } from './library.js';
import { VECTOR_FORMATS, type VectorFormat, vectorType, type Width } from './vector-format.js';

/** Larger than any cache, and small enough for a shared GPU. */
const ELEMENTS = 1 << 25;
const SIDE = 1 << 12;
/** Size of the margin that a loop skips at its ends, such as a row of an image. */
const MARGIN = 64;
const MOST_BYTES = 2 ** 31;
const TIMEOUT_MS = 60_000;
/** Characters shown of the output of a failed timing program. */
const MOST_SAID = 200;

export interface MeasuredWidth {
  readonly width: Width;
  readonly gigabytesPerSecond: number;
}

/** `widths` is null if nothing was timed; the model decides then. `failure` is the reason if timing was attempted. */
export interface WidthTimes {
  readonly widths: readonly MeasuredWidth[] | null;
  readonly failure: string | null;
}

export const NOTHING_TO_TIME_ON: WidthTimes = { widths: null, failure: null };

export async function measureWidths(
  engine: Engine,
  program: LaneProgram,
  format: VectorFormat,
  widths: readonly Width[],
  sourceFor: (width: Width) => string,
): Promise<WidthTimes> {
  const outcome = await engine.build({
    sources: [
      {
        name: 'widths.cu',
        text: timingSource(program, format, widths, sourceFor),
        language: 'cuda',
        standard: 'c++17',
      },
    ],
    includeFolders: [libraryFolder()],
    ...{ systemFolders: [], defines: [], forcedIncludes: [] },
  });
  if (outcome.kind !== 'built') {
    const reason = outcome.kind === 'unavailable' ? outcome.reason : outcome.diagnostics.trim();
    return { widths: null, failure: `the timing program does not build: ${reason.slice(0, MOST_SAID)}` };
  }
  const run = await engine.run(outcome.artifact, {
    ...{ arguments: [], environment: {}, timeoutMs: TIMEOUT_MS, maxOutputBytes: 1 << 16, maxMemoryBytes: 2 ** 33 },
  });
  if (run.kind !== 'exited') return { widths: null, failure: `the timing program: ${run.kind}` };
  const times = run.exitCode === 0 ? readTimes(run.stdout.toString(), widths) : null;
  if (times) return { widths: times, failure: null };
  const said = `${run.stderr.toString()} ${run.stdout.toString()}`.trim().slice(0, MOST_SAID);
  return { widths: null, failure: `the timing program ended with exit code ${run.exitCode}${said ? `: ${said}` : ''}` };
}

/** Parses lines of a width, its milliseconds and the bytes it moved. */
export function readTimes(text: string, widths: readonly Width[]): MeasuredWidth[] | null {
  const found = [...text.matchAll(/^(\d) (\d+\.?\d*(?:e[+-]?\d+)?) (\d+)$/gm)].map(([, width, ms, bytes]) => ({
    width: Number(width) as Width,
    gigabytesPerSecond: Number(bytes) / Number(ms) / 1e6,
  }));
  const isWhole = found.length === widths.length && found.every(({ width }, at) => width === widths[at]);
  return isWhole && found.every((one) => Number.isFinite(one.gigabytesPerSecond)) ? found : null;
}

/** A program with all widths, each in its own namespace. */
export function timingSource(
  program: LaneProgram,
  format: VectorFormat,
  widths: readonly Width[],
  sourceFor: (width: Width) => string,
): string {
  const single = resultArrays(program);
  const given = program.parameters.filter(({ name }) => name !== program.rows?.name);
  const arrays = given.flatMap((one) => (one.kind === 'array' ? [one.name] : []));
  const formats = new Map(given.flatMap((one) => (one.kind === 'array' ? [[one.name, one.format ?? format]] : [])));
  const counts = countsOf(program);
  const numbers = (name: string) => {
    const { type } = VECTOR_FORMATS[single.has(name) ? 'fp32' : formats.get(name)!];
    return type === 'float' ? type : `mantissa::${type}`;
  };
  const passed = [
    ...(program.isLeftInParts ? ['4096'] : []),
    ...given.map((one) =>
      one.kind === 'array' ? `array_${one.name}.data()` : one.kind === 'number' ? '0.5f' : one.name,
    ),
    ...(program.results.some(({ target }) => target === null) ? ['result'] : []),
  ].join(', ');
  return `#include "mantissa_vector.h"
#include <algorithm>
#include <cstdio>
${widths.map((width) => `namespace width_${width} {\n${sourceFor(width)}}`).join('\n')}

template <class T> struct array {
  std::int64_t low = 0, high = -1;
  T *memory = nullptr;
  void cover(std::int64_t index) {
    if (high < low) low = high = index;
    low = std::min(low, index);
    high = std::max(high, index);
  }
  std::int64_t bytes() const { return (high - low + 1) * static_cast<std::int64_t>(sizeof(T)); }
  bool make() {
    // keeps the reference element for alignment aligned
    low -= ((low % 64) + 64) % 64;
    return cudaMalloc(&memory, bytes() + 4096 * sizeof(float)) == cudaSuccess && cudaMemset(memory, 0x3c, bytes()) == cudaSuccess;
  }
  T *data() { return memory - low; }
};

int main() {
${given.flatMap((one) => (one.kind === 'integer' ? [`  const ${one.type.replace(/^const /, '')} ${one.name} = ${counts.get(one.name)};`] : [])).join('\n')}
${arrays.map((name) => `  array<${numbers(name)}> array_${name};`).join('\n')}
${covers(program)
  .map((line) => `  ${line}`)
  .join('\n')}
  std::int64_t bytes = 0, all = 0;
${arrays.map((name) => `  bytes += ${timesMoved(program, name)} * array_${name}.bytes(), all += array_${name}.bytes();`).join('\n')}
  if (all > ${MOST_BYTES}) {
    std::printf("arrays of %lld bytes are more than ${MOST_BYTES}\\n", static_cast<long long>(all));
    return 1;
  }
  float *result;
  if (cudaMalloc(&result, sizeof *result) != cudaSuccess) return 1;
${arrays.map((name) => `  if (!array_${name}.make()) return 1;`).join('\n')}
  cudaEvent_t from, to;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
${widths.map((width) => timed(`width_${width}::${program.name}_${vectorType(format, width)}(${passed})`, width)).join('\n')}
  return 0;
}
`;
}

/** The best of several series, because disturbances only make a series slower. */
function timed(call: string, width: Width): string {
  return `  {
    float best = 1e9f;
    for (int series = 0; series < 5; ++series) {
      cudaEventRecord(from);
      for (int times = 0; times < 5; ++times)
        if (${call} != cudaSuccess) return 1;
      cudaEventRecord(to);
      if (cudaEventSynchronize(to) != cudaSuccess) return 1;
      float ms = 0;
      cudaEventElapsedTime(&ms, from, to);
      if (series > 0) best = std::min(best, ms / 5); // the first one warms up
    }
    std::printf("${width} %.6f %lld\\n", best, static_cast<long long>(bytes));
  }`;
}

/** Values for size parameters: large for loop bounds, small for others. */
function countsOf(program: LaneProgram): Map<string, number> {
  const bounds = [
    linearText(program.begin),
    linearText(program.end),
    program.rows?.begin ?? '',
    program.rows?.end ?? '',
  ];
  const isBound = (name: string) => bounds.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  const hasSides = program.rows !== null || bounds.some((text) => /[A-Za-z_]\w* \* [A-Za-z_]/.test(text));
  const many = hasSides ? SIDE : ELEMENTS;
  const integers = program.parameters.filter(({ kind, name }) => kind === 'integer' && name !== program.rows?.name);
  // for a loop with a margin, the margin is the smaller summand of its bounds
  const ends = integers.filter(({ name }) => isBound(name));
  const margins = hasSides
    ? []
    : ends.filter(({ name }) => coefficient(program.end, name) < 0 || coefficient(program.begin, name) > 0);
  const isMargin = (name: string) => margins.some((one) => one.name === name);
  return new Map(integers.map(({ name }) => [name, isMargin(name) ? MARGIN : isBound(name) ? many : 1]));
}

/** Statements that determine the first and last accessed element of each array. */
function covers(program: LaneProgram): string[] {
  const last = sum(program.end, constantForm(1), -1);
  const shown = ({ array, stride, offset }: Access) =>
    [program.begin, last].map((at) => {
      const index = { ...offset, terms: new Map([...offset.terms, [COUNTER, stride] as const]) };
      return `array_${array}.cover(${linearText(withCounter(index, at))});`;
    });
  const starts = program.reductions.flatMap(({ start }) =>
    start.kind === 'uniform' && start.access ? [start.access] : [],
  );
  const inLoop = accessesOf(program).flatMap(shown);
  const { rows } = program;
  return [
    ...[...starts, ...program.results.flatMap(({ target }) => (target ? [target] : []))].map(
      ({ array, offset }) => `array_${array}.cover(${linearText(offset)});`,
    ),
    ...(program.isLeftInParts
      ? program.results.flatMap(({ target }) => (target ? [`array_${target.array}.cover(4095);`] : []))
      : []),
    ...(rows
      ? [`for (const std::int64_t ${rows.name} : {std::int64_t(${rows.begin}), std::int64_t(${rows.end}) - 1}) {`]
      : []),
    ...inLoop,
    ...(rows ? ['}'] : []),
  ];
}

/** Number of times an array is moved: once for reading, once for writing. */
function timesMoved(program: LaneProgram, array: string): number {
  const isRead = nodesOf(program).some((node) => node.kind === 'load' && node.access.array === array);
  return Number(isRead) + Number(program.written.has(array));
}
