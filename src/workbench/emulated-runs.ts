/**
 * Runs of the one instrumented build, each with a table of formats. If starting a process is expensive, runs share one process, on inputs for
 * which this is verified to make no difference: a lower-precision configuration, the baseline and the same configuration again print, one after
 * another in one process, bit for bit what each prints in its own process. The lower precision comes first: a value that the program computes
 * only once would otherwise be the baseline's, and the baseline would always repeat itself.
 */
import type { Artifact, Engine, RunOutcome, RunRequest, Session } from '../execution/engine.js';
import type { Format } from '../numerics/format.js';
import { isHalfVector } from '../space/configuration.js';
import type { Configuration } from '../space/resolve.js';
import { required } from './attempts.js';
import type { InstrumentedBuild } from './builds.js';
import type { ReadProgram } from './derived/derived-program.js';
import { baselineTable, formatTable } from './format-table.js';

export type TableRun = Omit<RunRequest, 'environment'>;

/** In longer runs the start of the process does not matter. */
const WORTHWHILE_MS = 1000;
/** Slowdown of the first process of a program, which is loaded from disk and to the GPU. */
const COLD = 3;
/** Time limit of a lower-precision run, which may never converge: a multiple of the baseline's time plus a constant. */
const MAX_SLOWDOWN = 10;
const ADDED_TIME_LIMIT_MS = 1000;

const NOT_TRIED = 'not tried yet';
const LONG = 'a run takes far longer than starting a process';

export class EmulatedRuns {
  private readonly session: Session | null;
  private isBusy = false;
  /** By input: why every run has a process of its own; null if runs share one. */
  private readonly separateReasons = new Map<string, string | null>();

  private constructor(
    private readonly engine: Engine,
    private readonly artifact: Artifact,
    isRepeatable: boolean,
    /** Tables of the baseline and of lower-precision configurations, of which the first that runs successfully is used. */
    private readonly tables: { readonly baseline: string; readonly narrower: readonly string[] },
  ) {
    this.session = (isRepeatable && engine.open?.(artifact)) || null;
  }

  static of(engine: Engine, { artifact, runnable }: InstrumentedBuild, read: ReadProgram): EmulatedRuns {
    const tableOf = (configuration: Configuration) => required(formatTable(runnable.program, configuration)).text;
    const some = [() => true, (group: number) => group % 2 === 0, (group: number) => group % 2 === 1];
    return new EmulatedRuns(engine, artifact, runnable.isRepeatable, {
      baseline: baselineTable(runnable.program),
      narrower: some.map((chosen) => tableOf(lowered(read, chosen))),
    });
  }

  async run(table: string, run: TableRun): Promise<RunOutcome> {
    if (this.session && !this.isBusy && this.separateProcessReason(run) === null)
      return this.alone((session) => session.run(request(table, run)));
    const outcome = await this.engine.run(this.artifact, request(table, run));
    if (table === this.tables.baseline && this.session && !this.isBusy && !this.separateReasons.has(keyOf(run))) {
      this.separateReasons.set(keyOf(run), NOT_TRIED);
      this.separateReasons.set(keyOf(run), await this.alone((session) => this.findDifference(session, run, outcome)));
    }
    return outcome;
  }

  /** Why runs of an input do not share a process; null if they do. */
  separateProcessReason(run: TableRun): string | null {
    if (!this.engine.open) return 'as always on this engine';
    if (!this.session) return 'main cannot be called again';
    const found = this.separateReasons.get(keyOf(run));
    return found === undefined ? NOT_TRIED : found;
  }

  async close(): Promise<void> {
    await this.session?.close();
  }

  private async alone<T>(work: (session: Session) => Promise<T>): Promise<T> {
    this.isBusy = true;
    try {
      return await work(this.session!);
    } finally {
      this.isBusy = false;
    }
  }

  private async findDifference(session: Session, run: TableRun, baseline: RunOutcome): Promise<string | null> {
    if (!isSound(baseline)) return 'the baseline run failed';
    const isLong = ({ durationMs }: Sound, times = 1) => durationMs > times * WORTHWHILE_MS;
    if (isLong(baseline, COLD)) return LONG;
    const timeoutMs = Math.min(run.timeoutMs, ADDED_TIME_LIMIT_MS + MAX_SLOWDOWN * baseline.durationMs);
    const narrower = await this.firstSound({ ...run, timeoutMs });
    if (!narrower) return 'every lower-precision run failed';
    if (isLong(baseline) && isLong(narrower.outcome)) return LONG;
    await session.close(); // a new process, so that computations before main use the lower precision
    const expected = [narrower, { table: this.tables.baseline, outcome: baseline }, narrower];
    for (const [before, { table, outcome }] of expected.entries()) {
      const found = await session.run(request(table, { ...run, timeoutMs }));
      if (session.runsInProcess !== before + 1) return 'it ends its process';
      if (!isSame(outcome, found)) return 'the program prints other numbers when it runs again in the same process';
    }
    return null;
  }

  private async firstSound(run: TableRun): Promise<{ table: string; outcome: Sound } | null> {
    for (const table of this.tables.narrower) {
      const outcome = await this.engine.run(this.artifact, request(table, run));
      if (isSound(outcome)) return { table, outcome };
    }
    return null;
  }
}

/** The chosen groups in fp32, or in bf16 (which has the range of fp32) if they are already fp32. */
function lowered({ program, groups }: ReadProgram, chosen: (group: number) => boolean): Configuration {
  const isFree = (site: number) => groups.frozen[site] === null && !isHalfVector(program, site);
  const sites = groups.groups.flatMap((group, at) => (chosen(at) && group.sites.every(isFree) ? group.sites : []));
  const format = (site: number): Format => (program.sites[site]!.format === 'fp64' ? 'fp32' : 'bf16');
  return { sites: new Map(sites.map((site) => [site, format(site)])), operations: new Map() };
}

type Sound = Extract<RunOutcome, { kind: 'exited' }>;

function isSound(outcome: RunOutcome): outcome is Sound {
  return outcome.kind === 'exited' && outcome.exitCode === 0;
}

function isSame(a: Sound, b: RunOutcome): boolean {
  return (
    isSound(b) &&
    a.stdout.equals(b.stdout) &&
    a.collected.size === b.collected.size &&
    [...a.collected].every(([name, bytes]) => b.collected.get(name)?.equals(bytes))
  );
}

function request(table: string, run: TableRun): RunRequest {
  return { ...run, environment: { MANTISSA_FORMATS: table } };
}

function keyOf({ arguments: args, collect, workingFolder }: TableRun): string {
  return JSON.stringify([args, collect ?? [], workingFolder ?? null]);
}
