/** The jobs of a study that may be running, refreshed while any is active or after submissions and ends. */
import * as fs from 'node:fs';
import path from 'node:path';
import type { JobsShown } from '../../core.js';
import { countStates, isUnderWay, type JobList, jobTimeMs, listJobs } from './job-list.js';
import { SharedFolder } from './shared-folder.js';
import { SlurmQueue } from './slurm-client.js';

/** Time between queries, to spare the shared queue. */
const LOOK_MS = 3000;
/** Largest share of the time spent on reading results, which takes a while for thousands of jobs. */
const SHARE_OF_TIME = 0.2;
const SHOWN_ENDED = 50;

export class LiveJobs {
  /** Null if the study has submitted nothing. */
  latest: JobsShown | null = null;
  private readonly folder: SharedFolder;
  private readonly queue = new SlurmQueue();
  private ledgerBytes = 0;
  private restUntil = 0;
  private isLooking = false;

  constructor(study: string) {
    this.folder = new SharedFolder(path.join(study, 'cluster'));
  }

  /** Returns true if the jobs have changed. */
  async refresh(): Promise<boolean> {
    const sizeBytes = fs.statSync(this.folder.ledger, { throwIfNoEntry: false })?.size ?? 0;
    const isOver = this.latest?.jobs.every((one) => !one.isUnderWay) ?? true;
    if (sizeBytes === 0 || (isOver && sizeBytes === this.ledgerBytes)) return false;
    if (this.isLooking || performance.now() < this.restUntil) return false;
    this.isLooking = true;
    const started = performance.now();
    try {
      const shown = shownJobs(await listJobs(this.folder, (wanted) => this.queue.look(wanted)));
      const isOther = JSON.stringify(shown) !== JSON.stringify(this.latest);
      [this.latest, this.ledgerBytes] = [shown, sizeBytes];
      return isOther;
    } finally {
      const tookMs = performance.now() - started;
      this.restUntil = performance.now() + Math.max(LOOK_MS, tookMs / SHARE_OF_TIME);
      this.isLooking = false;
    }
  }
}

function shownJobs({ jobs, silence }: JobList): JobsShown {
  const live = jobs.filter(isUnderWay);
  const ended = jobs.filter((one) => !isUnderWay(one));
  const shown = [...live, ...ended.slice(-SHOWN_ENDED).reverse()].map((one) => {
    const { job, kind, state, node, pieces, finished, reason } = one;
    return {
      ...{ job, kind, state, node, pieces, finished, reason },
      isUnderWay: isUnderWay(one),
      timeMs: jobTimeMs(one),
    };
  });
  return { jobs: shown, counts: countStates(jobs), hidden: Math.max(0, ended.length - SHOWN_ENDED), silence };
}
