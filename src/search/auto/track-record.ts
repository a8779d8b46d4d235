/** The quality of predicted errors of combinations, compared with those of their runs. */
import { rankCorrelation } from '../../numerics/rank-correlation.js';
import type { PredictionQuality } from '../strategy.js';

/**
 * Ratio of predicted to actual error within which a prediction counts as close.
 * Chosen: the factor that experiments/error-model.mjs uses (results/without-a-gpu/auto/error-model.txt); nothing else was tried.
 */
export const CLOSE_FACTOR = 3;
/**
 * Minimum number of predictions for a rank correlation.
 * Chosen: of two the correlation is always 1 or −1; nothing else was tried.
 */
const MIN_RANKED = 3;

export class TrackRecord {
  private readonly predicted: number[] = [];
  private readonly found: number[] = [];

  /** Both as multiples of the bound; pairs without a positive finite error are not counted. */
  note(predicted: number, found: number): void {
    if (!(predicted > 0 && found > 0 && Number.isFinite(predicted) && Number.isFinite(found))) return;
    this.predicted.push(predicted);
    this.found.push(found);
  }

  /** `isTrusted`: whether the search used predictions to its end. */
  quality(isTrusted: boolean): PredictionQuality | null {
    const count = this.found.length;
    if (count === 0) return null;
    const factors = this.found.map((found, at) => Math.max(found / this.predicted[at]!, this.predicted[at]! / found));
    const rank = rankCorrelation(this.predicted, this.found);
    return {
      count,
      close: factors.filter((factor) => factor <= CLOSE_FACTOR).length,
      rank: count < MIN_RANKED || !Number.isFinite(rank) ? null : rank,
      isTrusted,
    };
  }
}
