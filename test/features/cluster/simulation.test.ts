import { expect, test } from 'vitest';
import { Scheduler, type SchedulerSettings } from '../../../src/features/cluster/scheduler.js';
import type { WorkEnd } from '../../../src/features/cluster/work-end.js';
import { seededRandom } from '../../../src/support/random.js';
import { SimulatedSlurm, type SimulationSettings, VirtualClock } from './simulated-slurm.js';

const MINUTE = 60_000;
const NODES = 64;
const TRIALS = 10_000;
const SETTINGS: SchedulerSettings = {
  mostJobs: 2 * NODES,
  most: 16,
  sideBySide: 1,
  jobMs: { probe: null, build: null, accuracy: 60 * MINUTE, timed: null },
  visibleWithinMs: 30_000,
};

interface Simulated {
  readonly ends: readonly WorkEnd[];
  readonly cluster: SimulatedSlurm;
  readonly utilisation: number;
}

async function simulate(settings: Partial<SimulationSettings>, trials = TRIALS): Promise<Simulated> {
  const clock = new VirtualClock();
  const cluster = new SimulatedSlurm(clock, { nodes: NODES, workMs: () => MINUTE, ...settings });
  const scheduler = new Scheduler(cluster, clock, cluster, cluster, SETTINGS, 'simulated');
  const begun = clock.nowMs();
  const all = Promise.all(Array.from({ length: trials }, (_, at) => scheduler.do(`trial-${at}`, 'accuracy')));
  const ends = await clock.runUntil(all);
  const tookMs = clock.nowMs() - begun;
  await clock.runUntil(scheduler.close(true));
  return { ends, cluster, utilisation: (trials * MINUTE) / ((settings.nodes ?? NODES) * tookMs) };
}

test('10,000 trials of a minute on 64 nodes that fail use more than nine tenths of them, and none runs twice', async () => {
  const random = seededRandom(24);
  const { ends, cluster, utilisation } = await simulate({
    workMs: () => MINUTE * (0.8 + 0.4 * random()),
    lateMs: () => 3000 * random(),
    // of a hundred jobs one loses its node, two are preempted, and one dies
    fate: () => {
      const drawn = random();
      const kind = drawn < 0.01 ? 'node-failed' : drawn < 0.03 ? 'preempted' : drawn < 0.04 ? 'killed' : 'works';
      return { kind, afterMs: 8 * MINUTE * random() };
    },
    answer: () => (random() < 0.02 ? (random() < 0.5 ? 'lost' : 'never-arrived') : 'heard'),
  });
  expect(ends.every(({ kind }) => kind === 'finished')).toBe(true);
  expect([...cluster.finished.values()].every((times) => times === 1)).toBe(true);
  expect(cluster.finished.size).toBe(TRIALS);
  expect([...cluster.begun.values()].some((times) => times > 1)).toBe(true); // what a failure cut short
  expect(utilisation).toBeGreaterThan(0.9);
  expect(JSON.stringify(cluster.entries).length).toBeLessThan(2 ** 20);
  // what it asks of the cluster grows with the hours and the jobs under way, not with the trials behind it
  expect(cluster.looks).toBeLessThan(2000);
  expect(cluster.lookedFor).toBeLessThan(SETTINGS.mostJobs * cluster.looks);
});
