/** Slurm through its commands sbatch, squeue, sacct, scancel and sinfo, of any version. */
import * as fs from 'node:fs';
import os from 'node:os';
import { type EngineSetup, type ProcessResult, run, type SlurmSettings } from '../../core.js';
import { writeWhole } from '../../support/write-whole.js';
import { jobScript, sbatchArguments } from './job-script.js';
import type { SharedFolder } from './shared-folder.js';
import {
  jobName,
  type LookAnswer,
  type Sighting,
  type Slurm,
  type Submission,
  type SubmitAnswer,
  type Wanted,
} from './slurm.js';
import { QUEUE_COLUMNS, readAccounting, readQueue, readQueueLines } from './slurm-answers.js';
import { Staging } from './staging.js';

const PATIENCE_MS = 60_000;
/** sbatch may wait for a full queue. After this time the job is searched by its name instead. */
const SUBMIT_PATIENCE_MS = 20_000;
/** Output limit for all jobs of a site, which older versions list for any query. */
const MOST_ANSWER_BYTES = 512 * 2 ** 20;
/** How far back jobs are searched by name. */
const SINCE = 'now-7days';

/** Queued, running and recently ended jobs. */
export class SlurmQueue {
  private writesJson = true;
  private hasAccounting = true;

  async look(wanted: readonly Wanted[]): Promise<LookAnswer> {
    const queue = await this.queue();
    if (queue.kind === 'unanswered') return queue;
    const ours = queue.jobs.filter((job) => wanted.some((one) => isOf(job, one)));
    const missing = wanted.filter((one) => !ours.some((job) => isOf(job, one)));
    return { kind: 'seen', jobs: [...ours, ...(await this.accounted(missing))] };
  }

  private async queue(): Promise<LookAnswer> {
    const ours = ['--states=all', `--user=${os.userInfo().username}`];
    if (this.writesJson) {
      const answer = await this.ask('squeue', ['--json', ...ours]);
      const jobs = answer.ok ? parsed(readQueue, answer.stdout) : null;
      if (jobs) return { kind: 'seen', jobs };
      if (isSilence(answer)) return { kind: 'unanswered', words: wordsOf(answer) };
      this.writesJson = false;
    }
    const answer = await this.ask('squeue', ['--noheader', '--array', `--format=${QUEUE_COLUMNS}`, ...ours]);
    return answer.ok
      ? { kind: 'seen', jobs: readQueueLines(answer.stdout) }
      : { kind: 'unanswered', words: wordsOf(answer) };
  }

  /** Jobs that the queue no longer lists, from the accounting; empty on a site without accounting. */
  private async accounted(missing: readonly Wanted[]): Promise<Sighting[]> {
    if (missing.length === 0 || !this.hasAccounting) return [];
    const ids = missing.flatMap(({ jobId }) => (jobId === null ? [] : [jobId]));
    const names = missing.flatMap(({ token, jobId }) => (jobId === null ? [jobName(token)] : []));
    const found: Sighting[] = [];
    for (const which of [ids.length > 0 && `--jobs=${ids}`, names.length > 0 && `--name=${names}`]) {
      if (!which) continue;
      const answer = await this.ask('sacct', ['--json', which, `--starttime=${SINCE}`]);
      const jobs = answer.ok ? parsed(readAccounting, answer.stdout) : null;
      if (jobs) found.push(...jobs.filter((job) => missing.some((one) => isOf(job, one))));
      else if (!isSilence(answer)) this.hasAccounting = false;
    }
    return found;
  }

  protected ask(command: string, args: readonly string[], timeoutMs = PATIENCE_MS): Promise<ProcessResult> {
    return run(command, args, { timeoutMs, maxOutputBytes: MOST_ANSWER_BYTES });
  }
}

export class SlurmClient extends SlurmQueue implements Slurm {
  /** Null if nodes share the folder. */
  private readonly staging: Staging | null;

  constructor(
    private readonly folder: SharedFolder,
    private readonly settings: SlurmSettings,
    private readonly engine: EngineSetup,
    /** The project's folder. */
    private readonly root: string,
  ) {
    super();
    const { staging } = settings;
    this.staging =
      staging === undefined
        ? null
        : new Staging(folder, { ...settings, staging }, root, (...asked) => this.ask(...asked));
  }

  override async look(wanted: readonly Wanted[]): Promise<LookAnswer> {
    const answer = await super.look(wanted);
    if (answer.kind === 'seen') this.staging?.attend(answer.jobs);
    return answer;
  }

  async close(): Promise<void> {
    await this.staging?.close();
  }

  async submit(submission: Submission): Promise<SubmitAnswer> {
    const { token, packs, kind } = submission;
    const sideBySide = kind === 'accuracy' ? (this.settings.sideBySide ?? 1) : 1;
    this.folder.writeManifest(token, { engine: this.engine, packs, sideBySide });
    const script = this.folder.jobFile(token, 'sh');
    writeWhole(script, jobScript(token, this.settings, this.folder, this.root));
    fs.chmodSync(script, 0o755);
    const args = sbatchArguments(submission, this.settings, this.folder);
    return submitAnswer(await this.ask('sbatch', args, SUBMIT_PATIENCE_MS), ['sbatch', ...args].join(' '));
  }

  async cancel(jobs: readonly { readonly jobId: number; readonly index?: number }[]): Promise<void> {
    const names = jobs.map(({ jobId, index }) => (index === undefined ? `${jobId}` : `${jobId}_${index}`));
    await this.ask('scancel', ['--quiet', ...names]);
  }

  /** Number of nodes that may run the jobs; null if unknown. */
  async nodes(): Promise<number | null> {
    const { partition } = this.settings;
    const where = partition ? [`--partition=${partition}`] : [];
    const { ok, stdout } = await this.ask('sinfo', ['--noheader', '--Node', '--format=%N|%T', ...where]);
    const usable = stdout.split('\n').filter((line) => /\|/.test(line) && !/\|(?:down|drain|fail|unknown)/.test(line));
    return ok && usable.length > 0 ? new Set(usable.map((line) => line.split('|')[0])).size : null;
  }
}

function isOf(job: Sighting, { token, jobId }: Wanted): boolean {
  return jobId === null ? job.name === jobName(token) : job.jobId === jobId;
}

function parsed(read: (text: string) => Sighting[], text: string): Sighting[] | null {
  try {
    return read(text);
  } catch {
    return null;
  }
}

/** Error messages of an unreachable or busy controller. */
function isSilence({ timedOut, stderr }: ProcessResult): boolean {
  return (
    timedOut ||
    /unable to contact|socket timed out|connection refused|connect(?:ion)? fail|communication|zero bytes|try(?:ing)? again/i.test(
      stderr,
    )
  );
}

const FULL =
  /violates accounting\/QOS policy|MaxSubmit|MaxJobs|submit limit|temporarily unable to accept|too many jobs|job limit|queue is full|Job count limit/i;

/** Classifies the result of a submission. */
export function submitAnswer(answer: ProcessResult, command: string): SubmitAnswer {
  const [, id] = /^(\d+)(?:;\S*)?\s*$/.exec(answer.stdout.trim()) ?? [];
  if (answer.ok && id !== undefined) return { kind: 'submitted', jobId: Number(id) };
  const words = wordsOf(answer);
  if (answer.missing) return { kind: 'refused', words: 'sbatch cannot be started', command };
  if (isSilence(answer) || answer.ok) return { kind: 'unanswered', words, isFull: FULL.test(words) };
  if (FULL.test(words)) return { kind: 'full', words };
  return { kind: 'refused', words, command };
}

/** Slurm's message, without the command's name before each line. */
function wordsOf({ stderr, stdout, timedOut }: ProcessResult): string {
  const said = (stderr || stdout).replace(/^s\w+: (?:error: )?/gm, '').trim();
  return said || (timedOut ? 'no answer in time' : 'no error message');
}
