/** Submitted elements of job arrays whose end has not been observed, from the ledger and Slurm. */
import type { LedgerEntry } from './ledger.js';
import { jobName, type Sighting } from './slurm.js';
import type { JobKind } from './task.js';

export interface Pack {
  readonly token: string;
  readonly index: number;
  readonly kind: JobKind;
  readonly ids: readonly string[];
  readonly submittedAtMs: number;
  jobId: number | null;
  seen: Sighting | null;
  /** Time since which it is reported as ended, or not reported. */
  endSinceMs: number | null;
  missingSinceMs: number | null;
}

type Submitted = Pick<Pack, 'token' | 'kind' | 'submittedAtMs'> & { readonly packs: readonly (readonly string[])[] };

export class ActivePacks implements Iterable<Pack> {
  private readonly packs = new Map<string, Pack>();

  constructor(entries: readonly LedgerEntry[] = []) {
    for (const entry of entries) {
      const { token } = entry;
      if (entry.kind === 'submitting')
        this.add({ token, kind: entry.job, submittedAtMs: entry.atMs, packs: entry.packs });
      else if (entry.kind === 'ended') this.delete(entry);
      else if (entry.kind === 'submitted') this.adopt(token, entry.jobId);
      else for (const pack of this.ofToken(token)) this.delete(pack);
    }
  }

  get size(): number {
    return this.packs.size;
  }

  /** Number of tasks of all elements. */
  get pieces(): number {
    return [...this.packs.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  }

  /** A copy, because the loop body may change the collection. */
  [Symbol.iterator](): Iterator<Pack> {
    return [...this.packs.values()].values();
  }

  add({ packs, ...submitted }: Submitted): void {
    for (const [index, ids] of packs.entries()) {
      const pack = { ...submitted, index, ids, jobId: null, seen: null, endSinceMs: null, missingSinceMs: null };
      this.packs.set(keyOf(pack), pack);
    }
  }

  has(pack: Pack): boolean {
    return this.packs.has(keyOf(pack));
  }

  delete(pack: Pick<Pack, 'token' | 'index'>): void {
    this.packs.delete(keyOf(pack));
  }

  ofToken(token: string): Pack[] {
    return [...this].filter((pack) => pack.token === token);
  }

  holds(id: string): boolean {
    return [...this].some(({ ids }) => ids.includes(id));
  }

  adopt(token: string, jobId: number): void {
    for (const pack of this.ofToken(token)) pack.jobId = jobId;
  }

  /** Arrays without a known id that are identified by name among these jobs. */
  foundAmong(jobs: readonly Sighting[]): [token: string, jobId: number][] {
    const byName = new Map(jobs.map((job) => [job.name, job.jobId]));
    const lost = new Set([...this].flatMap(({ token, jobId }) => (jobId === null ? [token] : [])));
    return [...lost].flatMap((token) => {
      const jobId = byName.get(jobName(token));
      return jobId === undefined ? [] : [[token, jobId] as [string, number]];
    });
  }
}

export function keyOf({ token, index }: Pick<Pack, 'token' | 'index'>): string {
  return `${token}/${index}`;
}

/** Slurm's name of an array element. */
export function jobOf({ jobId, index }: Pick<Pack, 'jobId' | 'index'>): string {
  return `${jobId ?? '?'}_${index}`;
}

/** Returns true if the kind of state has changed. */
export function noteSighting(pack: Pack, sighting: Sighting | null, nowMs: number): boolean {
  const isOther = sighting?.state.kind !== pack.seen?.state.kind;
  if (sighting) pack.seen = sighting;
  pack.missingSinceMs = sighting ? null : (pack.missingSinceMs ?? nowMs);
  pack.endSinceMs = sighting?.state.kind === 'ended' ? (pack.endSinceMs ?? nowMs) : null;
  return isOther;
}
