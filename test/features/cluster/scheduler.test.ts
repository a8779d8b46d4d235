import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/features/cluster/clock.js';
import type { LedgerEntry } from '../../../src/features/cluster/ledger.js';
import { Scheduler, type SchedulerSettings } from '../../../src/features/cluster/scheduler.js';
import type { JobKind } from '../../../src/features/cluster/task.js';
import type { WorkEnd } from '../../../src/features/cluster/work-end.js';
import { type Fate, SimulatedSlurm, type SimulationSettings, VirtualClock } from './simulated-slurm.js';

const MINUTE = 60_000;
const SETTINGS: SchedulerSettings = {
  mostJobs: 8,
  most: 4,
  sideBySide: 1,
  jobMs: { probe: null, build: null, accuracy: null, timed: null },
  visibleWithinMs: 30_000,
};

class Site {
  readonly clock = new VirtualClock();
  readonly cluster: SimulatedSlurm;
  private sessions = 0;

  constructor(settings: Partial<SimulationSettings> = {}) {
    this.cluster = new SimulatedSlurm(this.clock, { nodes: 4, workMs: () => MINUTE, ...settings });
  }

  /** A tuner: a later one knows what the ledger says. Of one whose life is over nothing is heard, whatever it waited for. */
  scheduler(settings: Partial<SchedulerSettings> = {}, life = { isOver: false }): Scheduler {
    const { clock, cluster } = this;
    const session = `s${this.sessions++}`;
    const own: Clock = {
      nowMs: () => clock.nowMs(),
      after: (ms, call) => clock.after(ms, () => !life.isOver && call()),
    };
    return new Scheduler(cluster, own, cluster, cluster, { ...SETTINGS, ...settings }, session, [...cluster.entries]);
  }

  all(scheduler: Scheduler, count: number, kind: JobKind = 'accuracy'): Promise<WorkEnd[]> {
    return Promise.all(Array.from({ length: count }, (_, at) => scheduler.do(`${kind}-${at}`, kind)));
  }

  async pass(ms: number): Promise<void> {
    await this.clock.runUntil(new Promise<void>((resolve) => void this.clock.after(ms, resolve)));
  }

  get packSizes(): number[] {
    return this.cluster.entries.flatMap((entry) =>
      entry.kind === 'submitting' ? entry.packs.map((one) => one.length) : [],
    );
  }

  get endings(): string[] {
    return this.cluster.entries.flatMap((entry) => (entry.kind === 'ended' ? [entry.as] : []));
  }

  get twice(): string[] {
    return [...this.cluster.finished].flatMap(([id, times]) => (times > 1 ? [id] : []));
  }
}

/** The first so many jobs that start meet this. */
function struck(times: number, kind: Fate, afterMs: number): Pick<SimulationSettings, 'fate'> {
  let left = times;
  return { fate: () => (left-- > 0 ? { kind, afterMs } : { kind: 'works', afterMs: 0 }) };
}

const kinds = (ends: readonly WorkEnd[]) => [...new Set(ends.map(({ kind }) => kind))];

describe('packing', () => {
  test('few trials have a job each; many are packed, and the last jobs are short', async () => {
    const few = new Site();
    await few.clock.runUntil(few.all(few.scheduler(), 5));
    expect(few.packSizes).toEqual([1, 1, 1, 1, 1]);
    const many = new Site();
    await many.clock.runUntil(many.all(many.scheduler(), 100));
    expect(Math.max(...many.packSizes)).toBe(4);
    expect(many.packSizes.at(-1)).toBe(1);
    expect(many.packSizes.reduce((sum, one) => sum + one, 0)).toBe(100);
  });

  test('a timed run is alone in its job', async () => {
    const site = new Site();
    await site.clock.runUntil(site.all(site.scheduler({ mostJobs: 2 }), 12, 'timed'));
    expect(new Set(site.packSizes)).toEqual(new Set([1]));
  });

  test('no more jobs are queued or running than the limit says', async () => {
    const site = new Site({ nodes: 100 });
    const scheduler = site.scheduler({ mostJobs: 3 });
    const ends = site.all(scheduler, 60);
    for (let minute = 0; minute < 5; minute++) {
      await site.pass(MINUTE);
      expect(scheduler.activeJobs).toBeLessThanOrEqual(3);
    }
    expect(kinds(await site.clock.runUntil(ends))).toEqual(['finished']);
  });

  test('work that takes long is packed less: a job is filled by half at most', async () => {
    const site = new Site({ workMs: () => 10 * MINUTE });
    const jobMs = { ...SETTINGS.jobMs, accuracy: 45 * MINUTE };
    await site.clock.runUntil(site.all(site.scheduler({ jobMs }), 100));
    expect(site.packSizes.slice(8).every((size) => size <= 2)).toBe(true);
  });
});

describe('a job without its results', () => {
  for (const fate of ['node-failed', 'preempted', 'killed'] as const)
    test(`${fate}: its work is done by another, and what it had finished is not done again`, async () => {
      const site = new Site({ ...struck(3, fate, 2.5 * MINUTE), lateMs: () => 20_000 });
      expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 40)))).toEqual(['finished']);
      expect(site.twice).toEqual([]);
    });

  test('a node that fails again and again is given up on, by its name', async () => {
    const site = new Site({ fate: () => ({ kind: 'node-failed', afterMs: 10_000 }) });
    const [end] = await site.clock.runUntil(site.all(site.scheduler(), 1));
    expect(end).toMatchObject({ kind: 'given-up', as: 'node-failed' });
  });

  test('jobs that die before their work begins are given up on after the second, those that die at work after the fifth', async () => {
    for (const [afterMs, jobs] of [
      [1000, 2],
      [10_000, 5],
    ] as const) {
      const site = new Site({ fate: () => ({ kind: 'killed', afterMs }) });
      const [end] = await site.clock.runUntil(site.all(site.scheduler(), 1));
      expect(end).toMatchObject({ kind: 'given-up', as: 'failed' });
      expect(site.endings).toEqual(Array(jobs).fill('failed'));
    }
  });

  test('of several in a job over its time, the one under way is tried alone, and is then over its time itself', async () => {
    const long = 'accuracy-1';
    const site = new Site({
      nodes: 1,
      workMs: (id) => (id === long ? 1000 * MINUTE : MINUTE),
      fate: () => ({ kind: 'timed-out', afterMs: 30 * MINUTE }),
    });
    const scheduler = site.scheduler({ mostJobs: 1 });
    const ends = await site.clock.runUntil(site.all(scheduler, 4));
    expect(ends.map(({ kind }) => kind)).toEqual(['finished', 'over-time', 'finished', 'finished']);
    expect(site.twice).toEqual([]);
  });

  test('a late result is awaited', async () => {
    const site = new Site({ lateMs: () => 25_000 });
    expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 10)))).toEqual(['finished']);
    expect([...site.cluster.begun.values()].every((times) => times === 1)).toBe(true);
  });

  test('an even later result still counts once', async () => {
    const site = new Site({ lateMs: () => 90_000 });
    expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 10)))).toEqual(['finished']);
    expect(site.twice).toEqual([]);
  });

  test('one that has left the queue without a word is vanished, and its work done by another', async () => {
    const site = new Site({ ...struck(1, 'killed', 30_000), listedMs: 0 });
    expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 1)))).toEqual(['finished']);
    expect(site.endings).toEqual(['vanished', 'finished']);
  });
});

describe('submitting', () => {
  test('a full queue is left alone for a while, and asked for less', async () => {
    const site = new Site({ mostJobs: 3 });
    expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 30)))).toEqual(['finished']);
    const refused = site.cluster.entries.filter(({ kind }) => kind === 'not-submitted').length;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(30);
  });

  test('sbatch that waits for room until it is stopped is asked for less: an array may be larger than the queue', async () => {
    const site = new Site({ mostJobs: 2, waitsForRoom: true });
    expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 12)))).toEqual(['finished']);
    expect([...site.cluster.begun.values()].every((times) => times === 1)).toBe(true);
  });

  test('a job that never starts is reported, with the command', async () => {
    const site = new Site({ answer: () => 'refused' });
    const [end] = await site.clock.runUntil(site.all(site.scheduler(), 1));
    expect(end).toEqual({ kind: 'refused', words: 'Invalid partition name specified', command: 'sbatch' });
  });

  test('a lost answer is found again by the name of the job: nothing is submitted twice', async () => {
    const site = new Site({ answer: () => 'lost' });
    expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 3)))).toEqual(['finished']);
    expect(site.cluster.submissions).toBe(1);
    expect([...site.cluster.begun.values()]).toEqual([1, 1, 1]);
  });

  test('a submission that never arrived is withdrawn before it is made again', async () => {
    let times = 0;
    const site = new Site({ answer: () => (times++ === 0 ? 'never-arrived' : 'heard') });
    expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 3)))).toEqual(['finished']);
    expect([...site.cluster.withdrawn]).toEqual(['s0-0']);
    expect(site.cluster.entries.filter(({ kind }) => kind === 'not-submitted')).toHaveLength(1);
  });

  test('half an hour without an answer ends the work', async () => {
    const site = new Site();
    site.cluster.isDown = true;
    const [end] = await site.clock.runUntil(site.all(site.scheduler(), 1));
    expect(end).toEqual({ kind: 'unanswered', words: 'down' });
  });

  test('a controller that is away for ten minutes is waited for, and no job is taken for lost', async () => {
    const site = new Site({ workMs: () => 5 * MINUTE });
    const ends = site.all(site.scheduler(), 4);
    await site.pass(30_000);
    site.cluster.isDown = true;
    await site.pass(10 * MINUTE);
    site.cluster.isDown = false;
    expect(kinds(await site.clock.runUntil(ends))).toEqual(['finished']);
    expect([...site.cluster.begun.values()]).toEqual([1, 1, 1, 1]);
  });
});

describe('a tuner that is killed', () => {
  test('the next one waits for the jobs of the first, takes in what they brought, and submits nothing twice', async () => {
    for (const at of [50, 150, 1500, 30_000, 62_000, 70_000, 90_000, 150_000, 1_000_000]) {
      const site = new Site({ lateMs: () => 15_000 });
      const life = { isOver: false };
      void site.all(site.scheduler({}, life), 10);
      await site.pass(at);
      life.isOver = true;
      await site.pass(3 * at);
      expect(kinds(await site.clock.runUntil(site.all(site.scheduler(), 10)))).toEqual(['finished']);
      expect([...site.cluster.begun.values()], `killed after ${at} ms`).toEqual(Array(10).fill(1));
    }
  });

  test('an answer that was lost with it is found by the name of the job', async () => {
    const site = new Site({ answer: () => 'lost' });
    const first = site.scheduler();
    void site.all(first, 3);
    await site.pass(500);
    await first.close(false);
    const ends = await site.clock.runUntil(site.all(site.scheduler(), 3));
    expect(kinds(ends)).toEqual(['finished']);
    expect(site.cluster.submissions).toBe(1);
  });

  test('closing keeps its jobs, or takes them back', async () => {
    const kept = new Site();
    const first = kept.scheduler();
    void kept.all(first, 3);
    await kept.pass(5000);
    await kept.clock.runUntil(first.close(false));
    expect(kept.cluster.cancelled).toEqual([]);
    const cancelled = new Site();
    const second = cancelled.scheduler();
    const ends = cancelled.all(second, 3);
    await cancelled.pass(5000);
    await cancelled.clock.runUntil(second.close(true));
    expect(cancelled.cluster.cancelled).toEqual(['1_0', '1_1', '1_2']);
    expect(kinds(await ends)).toEqual(['closed']);
    const entries: LedgerEntry[] = cancelled.cluster.entries;
    expect(entries.filter((one) => one.kind === 'ended').map(({ as }) => as)).toEqual(Array(3).fill('withdrawn'));
  });
});
