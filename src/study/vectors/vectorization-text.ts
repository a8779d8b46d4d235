import type { VectorizationRecord } from '../../journal/vectorization-record.js';

/** Describes the result of vectorizing the kernels of a trial. */
export function vectorizationText(record: VectorizationRecord): string {
  const onVectors = record.kernels.filter(({ refusal }) => refusal === null);
  const names = onVectors.map(({ name, width }) => `${name} (${width} values per vector)`).join(', ');
  const left = record.kernels.flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: ${refusal}`]));
  switch (record.outcome) {
    case 'nothing':
      return `no kernel of trial ${record.trial} can be vectorized: ${left.join('; ') || 'there are none'}`;
    case 'accurate': {
      const { speedup } = record;
      const [scalar, vectors] = (['scalar', 'vectors'] as const).map((which) =>
        onVectors.reduce((sum, { instructions }) => sum + (instructions?.[which] ?? 0), 0),
      );
      const speed = speedup
        ? `${speedup.ratio.toFixed(2)}× as fast as ${rivalText(record)} (${speedup.low.toFixed(2)} to ${speedup.high.toFixed(2)})`
        : `${vectors!.toFixed(1)} instead of ${scalar!.toFixed(0)} instructions per element (modelled)`;
      const widths = onVectors.flatMap(({ name, reason }) => (reason ? [`; ${name}: ${reason}`] : [])).join('');
      const verdict = record.isRecommended ? 'mantissa apply writes it' : 'the patch does not include it';
      return `trial ${record.trial} vectorized: ${names}; ${speed}; ${verdict}${left.length > 0 ? `; unchanged kernels: ${left.join('; ')}` : ''}${widths}`;
    }
    default:
      return `trial ${record.trial} vectorized (${names}): ${record.outcome}${record.evidence ? `, ${record.evidence}` : ''}; the patch does not include it`;
  }
}

function rivalText({ trial, against }: VectorizationRecord): string {
  if (against === null || (against.trial === trial && !against.onVectors)) return 'without vectors';
  if (against.trial === null) return 'the original program';
  return `trial ${against.trial}${against.onVectors ? ' vectorized' : ''}`;
}
