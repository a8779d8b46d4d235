/** On a node: collects new results of a job and the files they name, as one text that srun transfers. */
import * as fs from 'node:fs';
import path from 'node:path';
import * as tar from 'tar';
import { mentionedBelow } from './moved-paths.js';
import { nodeFolder } from './node-folder.js';
import { SharedFolder } from './shared-folder.js';
import type { TaskResult } from './task.js';

export interface CollectedWork {
  readonly results: Readonly<Record<string, TaskResult>>;
  /** Names of the markers of started tasks. */
  readonly begun: readonly string[];
  /** A tar of the programs and folders that results name. */
  readonly made: readonly string[];
  readonly files: Uint8Array | null;
  readonly printed: string;
  /** True if all results were known before, so that the job may end. */
  readonly isOver: boolean;
  readonly nowMs: number;
}

/** Longest wait for new results. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 200;
const MOST_PRINTED = 64 * 1024;

export async function collectWork(folder: string, known: readonly string[]): Promise<CollectedWork> {
  const at = nodeFolder(folder);
  const shared = new SharedFolder(at.cluster);
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    const hasEnded = fs.existsSync(at.ended); // checked before results are listed, because the job writes none afterwards
    const ids = namesIn(path.join(at.cluster, 'results')).filter((id) => !id.endsWith('.partial'));
    const fresh = ids.filter((id) => !known.includes(id));
    if (fresh.length === 0 && !hasEnded && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      continue;
    }
    const results = Object.fromEntries(
      fresh.flatMap((id) => {
        const result = shared.readResult(id);
        return result ? [[id, result]] : [];
      }),
    );
    const isOver = hasEnded && fresh.length === 0;
    if (isOver) fs.writeFileSync(at.collected, '');
    const made = mentionedBelow(results, at.cluster).filter((one) => fs.existsSync(path.join(at.cluster, one)));
    return {
      ...{ results, made, isOver },
      begun: namesIn(path.join(at.cluster, 'begun')),
      files: made.length > 0 ? (tar.create({ sync: true, gzip: true, cwd: at.cluster }, made).read() ?? null) : null,
      printed: fs.existsSync(at.output) ? fs.readFileSync(at.output, 'utf8').slice(-MOST_PRINTED) : '',
      nowMs: Date.now(),
    };
  }
}

function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}
