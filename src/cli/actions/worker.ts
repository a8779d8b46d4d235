import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Move } from '../../features/cluster/moved-paths.js';
import { SharedFolder } from '../../features/cluster/shared-folder.js';
import { work, workerEnvironment } from '../../features/cluster/worker.js';
import { measureOnNode } from '../../study/timing/remote-measurement.js';

/** `mantissa worker`: what a job of `tune --on slurm` runs on its node; `moved`: folders, each before where it is there. */
export async function worker(folder: string, token: string, index: string, moved: readonly string[]): Promise<void> {
  const environment = workerEnvironment(index, measureOnNode);
  const moves = moved.flatMap((from, at): Move[] => (at % 2 === 0 ? [[from, moved[at + 1]!]] : []));
  const shared = new SharedFolder(folder, moves);
  const end = await work(shared, token, environment);
  if (end !== 'nothing-there') return;
  const file = shared.jobFile(token, 'json');
  throw new MantissaError('MX2092', { text: `node ${environment.node} does not find it`, place: { file } });
}
