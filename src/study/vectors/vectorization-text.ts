import type { VectorizationRecord } from '../../journal/vectorization-record.js';

/** What came of putting the kernels of a trial onto vectors. */
export function vectorizationText(record: VectorizationRecord): string {
  const onVectors = record.kernels.filter(({ refusal }) => refusal === null);
  const names = onVectors.map(({ name, width }) => `${name} (${width} a vector)`).join(', ');
  const left = record.kernels.flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: ${refusal}`]));
  switch (record.outcome) {
    case 'nothing':
      return `no kernel of trial ${record.trial} goes onto vectors: ${left.join('; ') || 'it has none'}`;
    case 'accurate': {
      const { speedup } = record;
      const [scalar, vectors] = (['scalar', 'vectors'] as const).map((which) =>
        onVectors.reduce((sum, { instructions }) => sum + (instructions?.[which] ?? 0), 0),
      );
      const speed = speedup
        ? `${speedup.ratio.toFixed(2)}× as fast as ${rivalText(record)} (${speedup.low.toFixed(2)} to ${speedup.high.toFixed(2)})`
        : `${scalar!.toFixed(0)} instructions an element become ${vectors!.toFixed(1)}, by the model`;
      const widths = onVectors.flatMap(({ name, reason }) => (reason ? [`; ${name}: ${reason}`] : [])).join('');
      const verdict = record.isRecommended ? 'mantissa apply writes it' : 'its patch stays without';
      return `trial ${record.trial} on vectors: ${names}; ${speed}; ${verdict}${left.length > 0 ? `; as they are: ${left.join('; ')}` : ''}${widths}`;
    }
    default:
      return `trial ${record.trial} on vectors (${names}) is ${record.outcome}${record.evidence ? `: ${record.evidence}` : ''}; its patch stays without`;
  }
}

function rivalText({ trial, against }: VectorizationRecord): string {
  if (against === null || (against.trial === trial && !against.onVectors)) return 'without';
  if (against.trial === null) return 'the program as written';
  return `trial ${against.trial}${against.onVectors ? ' on vectors' : ''}`;
}
