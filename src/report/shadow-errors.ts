/** The results of a shadow run by function and operation, and the kernels that were searched for sets, for `show` and its JSON document. */
import type { ProfileRecord, SetsRecord } from '../journal/records.js';
import type { StudyState } from '../journal/replay.js';
import type { Figure, ReportDocument, ShadowBlocks } from './document.js';
import { asFigure } from './figures.js';

export interface ShadowOperation {
  readonly id: string;
  readonly symbol: string;
  readonly file: string;
  readonly line: number;
  /** Σ |(v64 − v32) ÷ v64| over all executions in all threads. */
  readonly error: Figure;
  /** Of the profiling run; null if there was none. */
  readonly executions: number | null;
  /** Executions counted as 1. */
  readonly lost: number;
}

export interface ShadowFunction {
  readonly name: string;
  readonly kind: 'kernel' | 'device' | 'host';
  readonly error: Figure;
  /** Share of the error of all functions; null if that is 0. */
  readonly share: number | null;
  readonly lost: number;
  /** The largest errors first. */
  readonly operations: readonly ShadowOperation[];
  /** On the device: its distribution over thread blocks; null if the journal does not have it. */
  readonly blocks: ShadowBlocks | null;
}

export interface ShadowErrors {
  readonly input: string;
  /** Time of the shadow run relative to the original program. */
  readonly overhead: number | null;
  readonly functions: readonly ShadowFunction[];
}

/** Null without a shadow run or without the record of the program. */
export function shadowErrors(state: StudyState): ShadowErrors | null {
  const run = profileOf(state, 'shadow');
  if (!run || !state.program) return null;
  const { operations, functions, files } = state.program;
  const executed = new Map(profileOf(state, 'count')?.operations.map((one) => [one.id, one.executions]));
  const known = new Map(operations.map((one) => [one.id, one]));
  const byFunction = new Map<string, ShadowOperation[]>();
  for (const { id, difference, lost = 0 } of run.operations) {
    const operation = known.get(id);
    if (!operation) continue;
    const { symbol, kind, span } = operation;
    const found = {
      ...{ id, symbol: symbol === '' ? kind : symbol, file: files[span.file]!.path, line: span.line },
      ...{ error: asFigure(difference), executions: executed.get(id) ?? null, lost },
    };
    byFunction.set(operation.function, [...(byFunction.get(operation.function) ?? []), found]);
  }
  const sum = (all: readonly ShadowOperation[]) => all.reduce((total, { error }) => total + Number(error), 0);
  const total = sum([...byFunction.values()].flat());
  return {
    input: run.input,
    overhead: run.overhead,
    functions: [...byFunction]
      .map(([name, own]) => ({
        name,
        kind: functions.find((one) => one.name === name)?.kind ?? 'host',
        error: asFigure(sum(own)),
        share: total > 0 ? sum(own) / total : null,
        lost: own.reduce((all, { lost }) => all + lost, 0),
        blocks: blocksOf(run, name),
        operations: own.toSorted((a, b) => Number(b.error) - Number(a.error)),
      }))
      .sort((a, b) => Number(b.error) - Number(a.error)),
  };
}

export function describeBlockErrors(state: StudyState): ReportDocument['blockErrors'] {
  const { functions = [] } = shadowErrors(state) ?? {};
  return functions.flatMap(({ name, blocks }) => (blocks ? [{ function: name, blocks }] : []));
}

function blocksOf({ blocks = [] }: ProfileRecord, name: string): ShadowBlocks | null {
  const found = blocks.find((one) => one.function === name);
  if (!found) return null;
  const { grid, counted, quartiles, worst, along } = found;
  return {
    grid,
    counted,
    quartiles: quartiles.map(asFigure),
    worst: worst.map(({ block, error }) => ({ block, at: blockText(grid, block), error: asFigure(error) })),
    along: along.map(asFigure),
  };
}

/** `17`, or with its coordinates `17 (1, 2)`. */
function blockText([x = 1, y = 1, z = 1]: readonly number[], block: number): string {
  if (y === 1 && z === 1) return String(block);
  const at = [block % x, Math.floor(block / x) % y, ...(z === 1 ? [] : [Math.floor(block / (x * y))])];
  return `${block} (${at.join(', ')})`;
}

function profileOf({ profiles }: StudyState, mode: ProfileRecord['mode']): ProfileRecord | undefined {
  return [...profiles.values()].find((one) => one.mode === mode);
}

type SearchedKernel = SetsRecord['kernels'][number];

/** Kernels that were screened for sets, those that are not tried first. */
export function searchedKernels({ sets }: StudyState): SearchedKernel[] {
  return (sets?.kernels ?? []).toSorted((a, b) => Number(a.setAside === null) - Number(b.setAside === null));
}

/** For example "advance: 12 sets not tried: it uses 254 of 255 registers". */
export function screenText({ name, sets, arithmeticToCast, registers, setAside }: SearchedKernel): string {
  const ratio = arithmeticToCast === null ? '' : `, mean r_ac ${arithmeticToCast.toFixed(2)}`;
  const mixed = registers?.mixed == null ? '' : `, ${registers.mixed} with its sets lowered`;
  const used = registers ? `, ${registers.baseline} registers per thread${mixed}` : '';
  const verdict = setAside === null ? '' : ` not tried: ${setAside}`;
  return `${name}: ${sets} ${sets === 1 ? 'set' : 'sets'}${verdict}${ratio}${used}`;
}
