// Measures how well the error model (src/analysis/error-model.ts) predicts. For each corpus program it runs every group alone and every set of groups
// that share operations, then predicts random configurations and runs them. Prints the share predicted within a factor of 3, the median factor and
// Spearman's rank correlation.
//
//   npm run -s build && node experiments/error-model.mjs [--configurations 40] [--seed 1] [program…]

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ErrorModel, median, openProgram, openStudy, rankCorrelation } from '../dist/internal.js';
import { helpIfAsked } from '../scripts/help.mjs';

helpIfAsked(import.meta);
const corpus = fileURLToPath(new URL('../corpus', import.meta.url));
const PROGRAMS = ['dot', 'nbody', 'hotspot', 'gaussian', 'lud', 'boxmd', 'backprop', 'lab2rgb'];
const CLOSE = 3;
const MOST_SETS = 60;
const SIDE_BY_SIDE = 8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    configurations: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'native' },
  },
});
const wanted = Number(values.configurations);
const engine = values.engine === 'wasm' ? 'wasm' : 'native';

/**
 * Learns from single groups and sets of groups, then predicts random configurations.
 * @param {{ predicted: number, found: number }[]} pairs
 * @returns {import('../dist/index.js').Strategy}
 */
function predicting(pairs) {
  return {
    name: 'predicting',
    summary: 'runs what the error model learns from, then predicts random configurations',
    options: z.strictObject({}),
    needs: ['deviations'],
    *propose({ space, facts, random }) {
      if (facts.errorOf === null) throw new Error('nothing to watch');
      const model = new ErrorModel([...facts.supports, ...facts.chains], facts.errorOf);
      const free = space.dimensions.flatMap(({ formats }, at) => (formats.length > 1 ? [at] : []));
      const only = (members) => space.dimensions.map((_, at) => (members.includes(at) ? 1 : 0));
      const pointOf = (rungs) => rungs.map((rung, at) => space.dimensions[at].formats[rung]);
      const sets = [...facts.supports, ...facts.chains].filter((set) => set.every((one) => free.includes(one)));
      const learnt = [only(free), ...free.map((one) => only([one])), ...sets.slice(0, MOST_SETS).map(only)];
      const seen = new Set();
      for (let at = 0; at < learnt.length; at += SIDE_BY_SIDE) {
        const batch = learnt.slice(at, at + SIDE_BY_SIDE);
        const outcomes = yield batch.map(pointOf);
        for (const [one, outcome] of outcomes.entries()) {
          seen.add(batch[one].join());
          if ('deviations' in outcome && outcome.deviations) model.learn(batch[one], outcome.deviations);
        }
      }
      for (let left = wanted, tries = 0; left > 0 && tries < 20 * wanted; tries++) {
        const rungs = space.dimensions.map((_, at) => (free.includes(at) && random() < 0.5 ? 1 : 0));
        if (seen.has(rungs.join()) || rungs.every((rung) => rung === 0)) continue;
        seen.add(rungs.join());
        left--;
        const predicted = model.predict(rungs);
        const [outcome] = yield [pointOf(rungs)];
        if ('error' in outcome && outcome.error !== null) pairs.push({ predicted, found: outcome.error });
      }
    },
  };
}

for (const name of positionals.length > 0 ? positionals : PROGRAMS) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mantissa-error-model-'));
  const program = await openProgram([path.join(corpus, name)], { engine });
  const pairs = [];
  try {
    const study = await openStudy(program, {
      folder,
      goal: { metric: 'max-relative', bound: 1e-30 },
      strategy: predicting(pairs),
      seed: Number(values.seed),
      maxTrials: 10_000,
      gpu: 'h200',
    });
    try {
      for (let asked = await study.ask(); asked; asked = await study.ask()) await study.judge();
    } finally {
      study.close();
    }
  } finally {
    await program.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const usable = pairs.filter(({ predicted, found }) => predicted > 0 && found > 0 && Number.isFinite(found));
  const factors = usable.map(({ predicted, found }) => Math.max(found / predicted, predicted / found));
  const close = factors.filter((factor) => factor <= CLOSE).length;
  const rank = rankCorrelation(
    usable.map(({ predicted }) => predicted),
    usable.map(({ found }) => found),
  );
  console.log(
    `${name.padEnd(10)} ${String(usable.length).padStart(3)} configurations, ${close} (${((100 * close) / usable.length).toFixed(0)} %) within a factor of ${CLOSE}, median factor ${median(factors).toFixed(2)}, rank correlation ${rank.toFixed(2)}`,
  );
}
