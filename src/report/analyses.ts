/** Converts the records of analyses (besides trials) from the journal for the report. */
import type { StudyState } from '../journal/replay.js';
import type { VerificationSample } from '../journal/verification-record.js';
import type { Ideal, KernelSets, OperationSet, ReportSource, Verification, VerifiedPoint } from './document.js';
import { asFigure, figureOrNull, plural } from './figures.js';

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

export function describeVerifications({ verifications }: StudyState): Verification[] {
  return verifications.map(({ trial, samples, neighbours, confidence, low, high }) => {
    const percent = (part: number) => (100 * part).toFixed(1);
    const which =
      neighbours.kind === 'perturbed'
        ? `${plural(samples.length, 'perturbed copy', 'perturbed copies')} of input '${neighbours.input}'`
        : plural(samples.length, 'other command line');
    const text = `on ${which}, ${percent(confidence)} % meet the goal (95 % interval ${percent(low)}–${percent(high)} %)`;
    return { trial, samples: samples.length, share: confidence, low, high, text, on: which, points: pointsOf(samples) };
  });
}

function pointsOf(samples: readonly VerificationSample[]): VerifiedPoint[] {
  return samples.flatMap(({ name, outcome, error, inputs }) =>
    error === null || !inputs
      ? []
      : [
          {
            sample: name,
            isWithin: outcome === 'within',
            error: asFigure(error),
            inputs: inputs.map((one) => ({
              name: one.name,
              least: asFigure(one.least),
              mean: asFigure(one.mean),
              most: asFigure(one.most),
            })),
          },
        ],
  );
}

export function describeKernels({ sets }: StudyState): KernelSets[] {
  return (sets?.kernels ?? []).map(({ name, sets: count, share, shareOf, registers, setAside }) => ({
    name,
    sets: count,
    share,
    shareOf,
    registers,
    setAside,
  }));
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
