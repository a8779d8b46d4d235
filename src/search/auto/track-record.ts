/** How well the errors of combinations were predicted, by what their runs then showed. */
import { rankCorrelation } from '../../numerics/rank-correlation.js';
import type { PredictionQuality } from '../strategy.js';

/** A prediction that is no further off than this is of use. */
export const CLOSE = 3;
/** The order of fewer says nothing. */
const FEWEST_RANKED = 3;

export class TrackRecord {
  private readonly predicted: number[] = [];
  private readonly found: number[] = [];

  /** Both as multiples of the bound; what has no error to speak of is not counted. */
  note(predicted: number, found: number): void {
    if (!(predicted > 0 && found > 0 && Number.isFinite(predicted) && Number.isFinite(found))) return;
    this.predicted.push(predicted);
    this.found.push(found);
  }

  /** `isTrusted`: whether the search went by them to its end. */
  quality(isTrusted: boolean): PredictionQuality | null {
    const count = this.found.length;
    if (count === 0) return null;
    const factors = this.found.map((found, at) => Math.max(found / this.predicted[at]!, this.predicted[at]! / found));
    const rank = rankCorrelation(this.predicted, this.found);
    return {
      count,
      close: factors.filter((factor) => factor <= CLOSE).length,
      rank: count < FEWEST_RANKED || !Number.isFinite(rank) ? null : rank,
      isTrusted,
    };
  }
}
