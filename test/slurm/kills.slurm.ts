import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../src/support/random.js';
import { kill, SmallCluster } from './small-cluster.js';
import { later, ProgramOnCluster, type Running } from './study-on-cluster.js';

/** So often something is killed; MANTISSA_KILLS says otherwise. */
const KILLS = Number(process.env.MANTISSA_KILLS ?? 100);
const NODES = 4;

const cluster = new SmallCluster({ nodes: NODES });
beforeAll(() => cluster.start());
afterAll(() => cluster.stop());

/** Some worker that is at work within the next seconds; false where there was none, or it was quicker. */
async function killedWorker(which: number): Promise<boolean> {
  for (const end = Date.now() + 4000; Date.now() < end; await later(50)) {
    const workers = cluster.processesOn(null, 'worker');
    const one = workers[Math.floor(workers.length * which)];
    if (one !== undefined && kill(one)) return true;
  }
  return false;
}

test(`${KILLS} kills of tuners, workers and slurmd: no finished trial is lost, none runs twice, the answer is the same`, async () => {
  const at = (name: string) => path.join(cluster.folder, 'work', name);
  const undisturbed = new ProgramOnCluster(cluster, at('undisturbed'));
  const first = await undisturbed.tune();
  expect(first.status, first.stderr).toBe(0);
  const expected = await undisturbed.answer();
  const random = seededRandom(24);
  const kills = { tuner: 0, worker: 0, slurmd: 0, node: 0 };
  const total = () => kills.tuner + kills.worker + kills.slurmd + kills.node;
  for (let study = 0; total() < KILLS; study++) {
    const program = new ProgramOnCluster(cluster, at(`study-${study}`), { waitMs: 400, slurm: { jobs: 6 } });
    const start = () => program.start('tune', '--engine', 'native', '--no-sanitize', '--json', '--on', 'slurm');
    let running: Running = start();
    while (!running.isOver && total() < KILLS) {
      await later(300 + 3000 * random());
      if (running.isOver) break;
      const node = `n${1 + Math.floor(NODES * random())}`;
      const drawn = random();
      if (drawn < 0.4) {
        running.signal('SIGKILL');
        await running.ended;
        kills.tuner++;
        running = start();
      } else if (drawn < 0.7) {
        if (await killedWorker(random())) kills.worker++;
      } else if (drawn < 0.9) {
        cluster.killDaemon(node);
        kills.slurmd++;
        await later(500);
        cluster.startNode(node);
      } else {
        cluster.killNode(node);
        kills.node++;
        await later(500);
        cluster.startNode(node);
      }
    }
    const ended = await running.ended;
    expect(ended.status, ended.stderr).toBe(0);
    expect(program.begunAgain, 'begun after their results were there').toEqual([]);
    const { trials, best } = await program.answer();
    expect(trials).toEqual(expected.trials);
    expect(best).toEqual(expected.best);
    const ends = program.ledger.filter((one) => one.kind === 'ended').map(({ as }) => String(as));
    const counted = [...new Set(ends)].map((end) => `${ends.filter((one) => one === end).length} ${end}`).join(', ');
    console.log(`study ${study}: ${JSON.stringify(kills)} so far; jobs: ${counted}`);
  }
});
