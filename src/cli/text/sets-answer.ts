/** The answer of `mantissa inspect --sets`: the Fast Imprecise Sets of a program, found in its source. */
import { type FastImpreciseSet, finiteRatio, type SearchedFunction } from '../../analysis/fisets.js';
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import type { Format } from '../../numerics/format.js';
import type { Place } from '../../program/place.js';
import type { Operation, Program } from '../../program/program.js';
import { wrap } from './terminal.js';

export interface FoundSets {
  readonly program: Program;
  readonly from: Format;
  readonly to: Format;
  readonly functions: readonly SearchedFunction[];
}

/** Sets listed for a function without --verbose, those with the largest ratios. */
const MOST_SETS = 12;

export function setsDocument({ program, from, to, functions }: FoundSets) {
  return {
    schemaVersion: 1,
    ...{ from, to },
    functions: functions.map((one) => ({
      name: program.functions[one.function]!.name,
      rejectedByLoopRule: one.rejectedByLoops,
      sets: one.sets.map((set) => ({
        id: set.id,
        arithmeticToCast: finiteRatio(set),
        ...{ arithmetic: set.arithmetic, conversions: set.conversions, loopRule: set.isAcrossLoops },
        operations: set.operations.map((index) => operationDocument(program, program.operations[index]!)),
      })),
    })),
  };
}

function operationDocument(program: Program, { id, kind, symbol, place }: Operation) {
  return { id, kind, symbol, ...positionOf(program, place) };
}

export function setsText(found: FoundSets, paint: Paint, width: number, isInFull: boolean): string {
  const { program, from, to, functions } = found;
  const all = functions.flatMap(({ sets }) => sets).length;
  const head = `${count(all, 'set')} in ${count(functions.filter(({ sets }) => sets.length > 0).length, 'function')}, ${from} → ${to}; r_ac = operations ÷ conversions`;
  const parts = functions.map((one) => functionText(program, one, paint, width, isInFull));
  return `${[paint.bold(head), ...parts.flatMap((lines) => ['', ...lines])].join('\n')}\n`;
}

function functionText(
  program: Program,
  { function: index, sets, rejectedByLoops }: SearchedFunction,
  paint: Paint,
  width: number,
  isInFull: boolean,
): string[] {
  const { name } = program.functions[index]!;
  const rejected =
    rejectedByLoops === 0
      ? ''
      : `; the loop rule rejected ${count(rejectedByLoops, 'growth step')}, whose conversions run more often than their arithmetic`;
  const ranked = sets.toSorted((a, b) => finiteRatio(b) - finiteRatio(a));
  const shown = isInFull ? ranked : ranked.slice(0, MOST_SETS);
  const rest = ranked.length - shown.length;
  return [
    wrap(`${paint.bold(name)}  ${count(sets.length, 'set')}${rejected}`.split(' '), width, '  '),
    ...shown.flatMap((set) => setText(program, set, paint, width, isInFull)),
    ...(rest > 0 ? [`  and ${rest} more with smaller ratios; --verbose lists all`] : []),
  ];
}

function setText(program: Program, set: FastImpreciseSet, paint: Paint, width: number, isInFull: boolean): string[] {
  const rule = set.isAcrossLoops ? ', meets the loop rule' : '';
  const figures = `r_ac ${finiteRatio(set).toFixed(2)}  ${count(set.arithmetic, 'operation')}, ${count(set.conversions, 'conversion')}${rule}`;
  const head = `${set.id}  ${figures}  ${paint.dim(linesText(program, set))}`;
  const operations = isInFull ? set.operations.map((index) => program.operations[index]!) : [];
  return [
    `  ${wrap(head.split(' '), width - 2, '      ')}`,
    ...operations.map(({ symbol, kind, place }) => {
      const { file, line, column } = positionOf(program, place);
      return `    ${file}:${line}:${column}  ${symbol === '' ? kind : symbol}`;
    }),
  ];
}

/** For example "nbody.cu:14–18, 20". */
function linesText(program: Program, { operations }: FastImpreciseSet): string {
  const byFile = new Map<string, Set<number>>();
  for (const index of operations) {
    const { file, line } = positionOf(program, program.operations[index]!.place);
    byFile.set(file, (byFile.get(file) ?? new Set()).add(line));
  }
  return [...byFile].map(([file, lines]) => `${file}:${rangesText([...lines].sort((a, b) => a - b))}`).join('; ');
}

function rangesText(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

function positionOf(program: Program, { range }: Place) {
  const { path, source } = program.files[range.file]!;
  return { file: path, ...source.position(range.begin) };
}
