import type { RunOutcome, RunRequest, Session } from '../engine.js';
import { type CallEnd, ServingProcess } from '../serving-process.js';
import { WorkingFolder } from '../working-folder.js';
import { describeEnd } from './process-end.js';

/** The command of a serving process; a request with other limits needs another process. */
export interface Launch {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly graceMs: number;
}

/** Wraps one call: an engine may extend the environment before it and the outcome after it. */
export type Around = (request: RunRequest, call: (request: RunRequest) => Promise<RunOutcome>) => Promise<RunOutcome>;

/** Calls after which a process is restarted, because a program may leak memory. */
const MOST_CALLS = 200;
/** A process is also restarted if its memory has grown by this factor since its first call and exceeds this size. */
const GROWN = { times: 4, bytes: 2 ** 30 };

/**
 * Calls a program repeatedly in one process, which is started when needed. A failed call ends the process. It is repeated in a new process if the
 * old one had served other calls, because these may have caused the failure.
 */
export class ProgramSession implements Session {
  private process: ServingProcess | null = null;
  private launch: string | null = null;
  private calls = 0;
  /** Peak memory in the first call of the process. */
  private firstPeakBytes = 0;
  private hasGrown = false;

  constructor(
    private readonly launchFor: (request: RunRequest) => Promise<Launch | { readonly reason: string }>,
    private readonly around: Around,
    private readonly signal: AbortSignal,
  ) {}

  private readonly onAbort = () => void this.close();

  get runsInProcess(): number {
    return this.calls;
  }

  async run(request: RunRequest): Promise<RunOutcome> {
    if (this.calls >= MOST_CALLS) await this.close();
    const outcome = await this.attempt(request);
    const hasServed = this.calls > 1;
    if (!isSound(outcome) || !this.process || this.hasGrown) await this.close();
    if (isSound(outcome) || !hasServed || outcome.kind === 'timed-out' || this.signal.aborted) return outcome;
    return this.run(request);
  }

  async close(): Promise<void> {
    this.signal.removeEventListener('abort', this.onAbort);
    const { process } = this;
    this.process = null;
    this.calls = 0;
    this.hasGrown = false;
    await process?.close();
  }

  private attempt(request: RunRequest): Promise<RunOutcome> {
    return this.around(request, (inner) => this.call(inner));
  }

  private async call(request: RunRequest): Promise<RunOutcome> {
    const launch = await this.launchFor(request);
    if ('reason' in launch) return { kind: 'not-started', reason: launch.reason };
    if (this.signal.aborted) return { kind: 'not-started', reason: 'the engine was closed' };
    let folder: WorkingFolder;
    try {
      folder = new WorkingFolder(request);
    } catch (error) {
      return { kind: 'not-started', reason: error instanceof Error ? error.message : String(error) };
    }
    try {
      if (this.launch !== JSON.stringify(launch)) await this.close();
      this.launch = JSON.stringify(launch);
      this.process ??= this.start(launch, folder.path, request);
      this.calls++;
      const end = await this.process.call({
        folder: folder.path,
        arguments: ['program', ...request.arguments],
        environment: request.environment,
        timeoutMs: request.timeoutMs,
        maxOutputBytes: request.maxOutputBytes,
      });
      if (end.kind === 'gone') this.process = null;
      else this.noteMemory(end.peakMemoryBytes);
      return describeCall(end, request, () => folder.collect());
    } finally {
      folder.remove();
    }
  }

  private noteMemory(peakBytes: number): void {
    if (this.calls === 1) this.firstPeakBytes = peakBytes;
    this.hasGrown = peakBytes > GROWN.bytes && peakBytes > GROWN.times * this.firstPeakBytes;
  }

  private start({ command, arguments: args, graceMs }: Launch, folder: string, request: RunRequest): ServingProcess {
    this.signal.addEventListener('abort', this.onAbort, { once: true });
    return new ServingProcess(command, args, { folder, environment: request.environment, graceMs });
  }
}

function isSound(outcome: RunOutcome): boolean {
  return outcome.kind === 'exited' && outcome.exitCode === 0;
}

function describeCall(end: CallEnd, request: RunRequest, collect: WorkingFolder['collect']): RunOutcome {
  const { stdout, stderr, wallMs } = end;
  if (end.kind === 'returned')
    return {
      kind: 'exited',
      exitCode: end.exitCode,
      collected: collect(),
      ...{ stdout, stderr, durationMs: wallMs, cpuMs: end.cpuMs, peakMemoryBytes: null, gpu: null },
    };
  const outcome = describeEnd(
    { end: end.end, report: end.report, stdout, stderr, durationMs: wallMs },
    request,
    collect,
  );
  // the launcher's times include earlier calls
  return outcome.kind === 'not-started' ? outcome : { ...outcome, durationMs: wallMs, cpuMs: null };
}
