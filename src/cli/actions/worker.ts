import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Move } from '../../features/cluster/moved-paths.js';
import { SharedFolder } from '../../features/cluster/shared-folder.js';
import { work, workerEnvironment } from '../../features/cluster/worker.js';
import { measureOnNode } from '../../study/timing/remote-measurement.js';

/** `mantissa worker`: runs the tasks of a cluster job on its node. `moved` lists pairs of folders: the original path and the one on the node. */
export async function worker(folder: string, token: string, index: string, moved: readonly string[]): Promise<void> {
  const environment = workerEnvironment(index, measureOnNode);
  const moves = moved.flatMap((from, at): Move[] => (at % 2 === 0 ? [[from, moved[at + 1]!]] : []));
  const shared = new SharedFolder(folder, moves);
  const end = await work(shared, token, environment);
  if (end !== 'nothing-there') return;
  const file = shared.jobFile(token, 'json');
  throw new MantissaError('MX2092', { text: `not found on node ${environment.node}`, place: { file } });
}
