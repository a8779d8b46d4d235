/**
 * Delta debugging as in Precimonious (GPUMixer paper, section 5.1): finds a smallest set of groups that must keep the format above, while every
 * other group is a rung lower. The set is 1-minimal: it cannot lose any single member. With several rungs, the groups lowered on one rung are
 * the candidates for the next.
 *
 * One round on a set H of unlowered groups: split H into n parts; try each part alone as H, then each complement; of the accepted trials of a
 * kind, the fastest becomes the new H. If none is accepted, split finer, until each part is one group.
 */
import { z } from 'zod';
import {
  type Asked,
  baselinePoint,
  defineStrategy,
  isAccepted,
  type NextPoints,
  type Outcome,
  type Point,
  type Proposals,
  withAhead,
} from './strategy.js';

export const deltaDebugging = defineStrategy({
  name: 'delta-debugging',
  summary: 'bisect the set of groups that must keep their formats until it is 1-minimal',
  options: z.strictObject({}),
  *propose({ space }): Proposals {
    let point = [...baselinePoint(space)];
    const rungs = Math.max(0, ...space.dimensions.map(({ formats }) => formats.length - 1));
    let candidates = space.dimensions
      .map((_, index) => index)
      .filter((index) => space.dimensions[index]!.formats.length > 1);
    for (let rung = 1; rung <= rungs && candidates.length > 0; rung++) {
      const onThisRung = candidates.filter((index) => space.dimensions[index]!.formats.length > rung);
      const start = point;
      const keeping = (kept: readonly number[]): Point =>
        start.map((format, index) =>
          onThisRung.includes(index) && !kept.includes(index) ? space.dimensions[index]!.formats[rung]! : format,
        );
      const kept = yield* minimise(onThisRung, keeping);
      point = [...keeping(kept)];
      candidates = onThisRung.filter((index) => !kept.includes(index));
    }
  },
});

function* minimise(
  all: readonly number[],
  keeping: (kept: readonly number[]) => Point,
): Generator<Asked, readonly number[], readonly Outcome[]> {
  if (all.length === 0) return all;
  const [everything] = yield withAhead([keeping([])], (most) => split(all, 2).slice(0, most).map(keeping));
  if (isAccepted(everything!)) return [];
  let kept = all;
  for (let parts = 2; kept.length > 1; ) {
    const subsets = split(kept, parts);
    const complements = subsets.map((subset) => kept.filter((index) => !subset.includes(index)));
    // usually nothing of a kind is accepted; then the complements and the parts of the next round follow
    const finer = parts < kept.length ? split(kept, Math.min(2 * parts, kept.length)) : [];
    const others = parts === 2 ? finer : [...complements, ...finer];
    const ahead =
      (choices: typeof others): NextPoints =>
      (most) =>
        choices.slice(0, most).map(keeping);
    const alone = yield* fastestAccepted(subsets, keeping, ahead(others));
    if (alone) {
      kept = alone;
      parts = 2;
      continue;
    }
    const without = parts === 2 ? null : yield* fastestAccepted(complements, keeping, ahead(finer)); // of two halves, each is the other's complement
    if (without) {
      kept = without;
      parts = Math.max(parts - 1, 2);
    } else if (parts < kept.length) parts = Math.min(2 * parts, kept.length);
    else break;
  }
  return kept;
}

function* fastestAccepted(
  choices: readonly (readonly number[])[],
  keeping: (kept: readonly number[]) => Point,
  ahead: NextPoints,
): Generator<Asked, readonly number[] | null, readonly Outcome[]> {
  let best: readonly number[] | null = null;
  let fastest = Number.NEGATIVE_INFINITY;
  const outcomes = yield withAhead(choices.map(keeping), ahead);
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind !== 'accurate' || !outcome.accepted || outcome.speedup <= fastest) continue;
    best = choices[index]!;
    fastest = outcome.speedup;
  }
  return best;
}

function split(list: readonly number[], parts: number): number[][] {
  return Array.from({ length: parts }, (_, part) =>
    list.slice(Math.floor((part * list.length) / parts), Math.floor(((part + 1) * list.length) / parts)),
  ).filter((one) => one.length > 0);
}
