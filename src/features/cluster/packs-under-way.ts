/** Elements of job arrays that were submitted and that nobody has seen to their end, as far as the ledger and Slurm say. */
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
  /** Since when it is seen as ended, or not seen at all. */
  endSinceMs: number | null;
  missingSinceMs: number | null;
}

type Submitted = Pick<Pack, 'token' | 'kind' | 'submittedAtMs'> & { readonly packs: readonly (readonly string[])[] };

export class PacksUnderWay implements Iterable<Pack> {
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

  /** Of all of them. */
  get pieces(): number {
    return [...this.packs.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  }

  /** As they are now: who goes through them may change them. */
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

  /** Arrays that nobody had the number of and that are among these, by their names. */
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

/** As Slurm names an element of an array. */
export function jobOf({ jobId, index }: Pick<Pack, 'jobId' | 'index'>): string {
  return `${jobId ?? '?'}_${index}`;
}

/** True where the kind of state is another than before. */
export function noteSighting(pack: Pack, sighting: Sighting | null, nowMs: number): boolean {
  const isOther = sighting?.state.kind !== pack.seen?.state.kind;
  if (sighting) pack.seen = sighting;
  pack.missingSinceMs = sighting ? null : (pack.missingSinceMs ?? nowMs);
  pack.endSinceMs = sighting?.state.kind === 'ended' ? (pack.endSinceMs ?? nowMs) : null;
  return isOther;
}
