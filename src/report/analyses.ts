/** What analyses wrote into the journal besides trials, as a report shows it. */
import type { StudyState } from '../journal/replay.js';
import type { Ideal, OperationSet, ReportSource } from './document.js';
import { figureOrNull } from './figures.js';

export function describeIdeal({ ideal }: StudyState): Ideal | null {
  if (!ideal || ideal.ratio === null) return null;
  const { ratio, low, high, clock, error } = ideal;
  return {
    speedup: ratio,
    low,
    high,
    kind: clock === 'modelled' ? 'modelled' : 'measured',
    error: figureOrNull(error),
  };
}

export function describeSets({ sets }: StudyState, source: ReportSource | null): OperationSet[] {
  const operationOf = new Map(source?.operations.map(({ id }, index) => [id, index]));
  return (sets?.sets ?? []).map((set) => ({
    id: set.id,
    function: set.function,
    operations: set.operations.flatMap((id) => operationOf.get(id) ?? []),
    arithmeticToCast: figureOrNull(set.arithmeticToCast),
    error: figureOrNull(set.error),
  }));
}
