/**
 * The clocks of a function as sums over the columns of a mixed-integer program, from the tables that `scored-function.ts` adds up for a single
 * point. Costs may be overestimated and savings underestimated, never the reverse: where the minimised time is smallest, both are exact.
 */
import { Affine, type MixedIntegerProgram } from '../../numerics/mixed-integer.js';
import { CONVERSION, ISSUE, LATENCY, PIPES, SPECIAL } from './kernel-time.js';
import type { LinearFormat, LinearFormats } from './linear-formats.js';
import { PRICES_PER_FORMAT, type ScoredFunction, SLOTS_PER_CONTRACTION } from './scored-function.js';

type Part = readonly [times: number, of: Affine];

export function linearClocks(scored: ScoredFunction, formats: LinearFormats): Affine[] {
  const slot = formats.slotsOf(scored.compiled);
  const width = formats.codes.formats.length;
  const clocks: Part[][] = PIPES.map(() => []);
  const pay = (pipe: number, times: number, of: Affine) => {
    if (times !== 0) clocks[pipe]!.push([times, of]);
  };
  const each = (of: LinearFormat, take: (is: Affine, code: number) => void) => {
    of.is.forEach((is, code) => {
      if (is.terms.size > 0 || is.constant !== 0) take(is, code);
    });
  };
  pay(ISSUE, scored.plainIssue, new Affine(1));
  scored.plain.forEach((at, one) => {
    each(slot(at), (is, code) => {
      pay(scored.pipes[code]!, scored.plainClocks[one * width + code]!, is);
      pay(LATENCY, scored.plainLatency[one * width + code]!, is);
    });
  });
  scored.others.forEach((at, one) => {
    each(slot(at), (is, code) => {
      const price = PRICES_PER_FORMAT * (one * width + code);
      [scored.pipes[code]!, SPECIAL, CONVERSION, ISSUE, LATENCY].forEach((pipe, part) => {
        pay(pipe, scored.otherPrices[price + part]!, is);
      });
    });
  });
  for (let one = 0; one < scored.fused.length / SLOTS_PER_CONTRACTION; one++) {
    const three = [0, 1, 2].map((part) => slot(scored.fused[SLOTS_PER_CONTRACTION * one + part]!));
    each(three[0]!, (_, code) => {
      const fused = formats.allAre(three, code);
      pay(scored.pipes[code]!, -scored.savedClocks[one * width + code]!, fused);
      pay(LATENCY, -scored.savedLatency[one * width + code]!, fused);
      pay(ISSUE, -scored.savedIssue[one * width + code]!, fused);
    });
  }
  scored.operandRuns.forEach((runs, at) => {
    const [operand, result] = [slot(scored.operands[2 * at]!), slot(scored.operands[2 * at + 1]!)];
    if (operand.key === result.key) return;
    const saves = scored.mixingSaves[scored.operandTables[at]!]!;
    each(operand, (_, from) => {
      each(result, (_, to) => {
        const { own, issue, latency } = saves[from * width + to]!;
        if (issue === 0) return;
        const mixed = formats.surelyBoth(operand, from, result, to);
        pay(scored.pipes[to]!, -runs * own, mixed);
        pay(ISSUE, -runs * issue, mixed);
        pay(LATENCY, -runs * latency, mixed);
      });
    });
  });
  const convert = (from: number, to: number, runs: number, of: Affine) => {
    const price = from * width + to;
    pay(CONVERSION, runs * scored.conversionPrices[price]!, of);
    pay(ISSUE, runs * scored.conversionIssue[price]!, of);
    pay(LATENCY, runs * scored.conversionLatency[price]!, of);
  };
  scored.pairRuns.forEach((runs, at) => {
    const [a, b] = [slot(scored.pairs[2 * at]!), slot(scored.pairs[2 * at + 1]!)];
    if (a.key === b.key) return;
    each(a, (_, from) => {
      each(b, (_, to) => {
        if (from !== to) convert(from, to, runs, formats.both(a, from, b, to));
      });
    });
  });
  scored.sharedRuns.forEach((most, at) => {
    const source = slot(scored.shared[at]!);
    const uses = new Map<string, { readonly slot: LinearFormat; runs: number }>();
    for (let use = at === 0 ? 0 : scored.useEnds[at - 1]!; use < scored.useEnds[at]!; use++) {
      const user = slot(scored.useSlots[use]!);
      if (user.key === source.key) continue;
      const before = uses.get(user.key) ?? { slot: user, runs: 0 };
      before.runs += scored.useRuns[use]!;
      uses.set(user.key, before);
    }
    each(source, (_, from) => {
      for (let to = 0; to < width; to++)
        if (to !== from) convert(from, to, 1, convertedRuns(formats, source, from, [...uses.values()], to, most));
    });
  });
  return clocks.map((parts) => Affine.sum(parts));
}

/** A value is converted once for all uses that need the same format: as often as these uses run together, and at most as often as it is computed. */
function convertedRuns(
  formats: LinearFormats,
  source: LinearFormat,
  from: number,
  users: readonly { readonly slot: LinearFormat; readonly runs: number }[],
  to: number,
  most: number,
): Affine {
  const wanting = users
    .filter(({ slot, runs }) => runs > 0 && (slot.is[to]!.terms.size > 0 || slot.is[to]!.constant !== 0))
    .map(({ slot, runs }) => ({ slot, share: runs / most, converts: formats.both(source, from, slot, to) }));
  const all = wanting.reduce((sum, { share }) => sum + share, 0);
  const together = Affine.sum(wanting.map(({ share, converts }) => [share, converts] as const));
  if (all <= 1) return together.times(most);
  const key = `${source.key} ${from} ${to} ${wanting.map(({ slot, share }) => `${slot.key}×${share}`).join(' ')}`;
  return formats.remembered(key, () => atMostOnce(formats.program, wanting, together, all)).times(most);
}

/** At least min(1, the sum of the uses). */
function atMostOnce(
  program: MixedIntegerProgram,
  parts: readonly { readonly share: number; readonly converts: Affine }[],
  together: Affine,
  all: number,
): Affine {
  const made = program.indicator();
  for (const { share, converts } of parts) program.atLeast(made.plus(converts, -Math.min(1, share)), 0);
  if (parts.every(({ share }) => share >= 1)) return made;
  const isOnce = program.indicator(true);
  program.atLeast(made.plus(isOnce, -1), 0);
  program.atLeast(made.plus(together, -1).plus(isOnce, all - 1), 0);
  return made;
}
