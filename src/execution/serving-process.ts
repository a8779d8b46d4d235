import { randomBytes } from 'node:crypto';
import type { Duplex, Readable } from 'node:stream';
import { type ContainedEnd, type ContainedProcess, startContained } from './spawn.js';

export interface Call {
  readonly folder: string;
  /** Starting with argv[0]. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** For stdout and stderr together. */
  readonly maxOutputBytes: number;
}

interface Said {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export type CallEnd =
  | ({
      readonly kind: 'returned';
      readonly exitCode: number;
      readonly wallMs: number;
      readonly cpuMs: number;
      /** Peak of the process over all of its calls so far. */
      readonly peakMemoryBytes: number;
    } & Said)
  /** The process ended or was stopped before it answered; `report`: the launcher's report. */
  | ({ readonly kind: 'gone'; readonly end: ContainedEnd; readonly report: string; readonly wallMs: number } & Said);

const TALK = 4;

/**
 * A process whose program is called repeatedly: the host's side of runtime/instrument/mantissa_serve.c. The output of a call ends with a random
 * marker, so that the program's own output cannot be mistaken for it.
 */
export class ServingProcess {
  private readonly process: ContainedProcess;
  private readonly ended: Promise<ContainedEnd>;
  private report = '';
  private forced: ContainedEnd | null = null;
  private receive: ((stream: 'stdout' | 'stderr' | 'talk', chunk: Buffer) => void) | null = null;

  constructor(
    command: string,
    args: readonly string[],
    options: { folder: string; environment: Readonly<Record<string, string>>; graceMs: number },
  ) {
    this.process = startContained(command, args, {
      ...options,
      environment: { ...options.environment, MANTISSA_SERVES: '1' },
      pipes: 2,
    });
    const [, stdout, stderr, report, talk] = this.process.streams as (Readable | undefined)[];
    stdout?.on('data', (chunk: Buffer) => this.receive?.('stdout', chunk));
    stderr?.on('data', (chunk: Buffer) => this.receive?.('stderr', chunk));
    talk?.on('data', (chunk: Buffer) => this.receive?.('talk', chunk));
    report?.on('data', (chunk: Buffer) => {
      this.report += chunk.toString('latin1');
    });
    this.ended = this.process.ended;
  }

  /** One call at a time, and none after the process has ended. */
  call(call: Call): Promise<CallEnd> {
    const started = performance.now();
    const marker = `\x1e${randomBytes(16).toString('hex')}`;
    const output = { stdout: new MarkedOutput(marker), stderr: new MarkedOutput(marker) };
    let answer = '';
    const printed = () => output.stdout.sizeBytes + output.stderr.sizeBytes;
    const said = (): Said => cut(output.stdout.bytes(), output.stderr.bytes(), call.maxOutputBytes);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.stop({ kind: 'timed-out' }), Math.min(call.timeoutMs, 2 ** 31 - 1));
      const settle = (end: CallEnd) => {
        clearTimeout(timer);
        this.receive = null;
        resolve(end);
      };
      this.receive = (stream, chunk) => {
        if (this.forced) return;
        if (stream === 'talk') answer += chunk.toString('latin1');
        else output[stream].add(chunk);
        if (printed() > call.maxOutputBytes) return this.stop({ kind: 'output-limit' });
        const answered = /^(\d+) (\d+) (\d+) (\d+)\n/.exec(answer);
        if (!answered || !output.stdout.isComplete || !output.stderr.isComplete) return;
        const [exitCode, wallUs, cpuUs, peakKib] = answered.slice(1).map(Number) as [number, number, number, number];
        const times = { wallMs: wallUs / 1000, cpuMs: cpuUs / 1000 };
        settle({ kind: 'returned', exitCode, ...times, peakMemoryBytes: 1024 * peakKib, ...said() });
      };
      void this.ended.then((end) => {
        const wallMs = performance.now() - started;
        settle({ kind: 'gone', end: this.forced ?? end, report: this.report, wallMs, ...said() });
      });
      (this.process.streams[TALK] as Duplex | undefined)?.write(written(marker, call));
    });
  }

  /** Ends the process and its children. */
  async close(end: ContainedEnd = { kind: 'cancelled' }): Promise<void> {
    this.stop(end);
    await this.ended;
  }

  private stop(end: ContainedEnd): void {
    if (this.forced) return;
    this.forced = end;
    this.process.stop();
  }
}

/** The output of a stream up to its marker. */
class MarkedOutput {
  private readonly chunks: Buffer[] = [];
  private tail = Buffer.alloc(0);
  private received = 0;
  isComplete = false;

  constructor(private readonly marker: string) {}

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    this.tail = Buffer.concat([this.tail, chunk]).subarray(-this.marker.length);
    this.isComplete = this.tail.toString('latin1') === this.marker;
  }

  get sizeBytes(): number {
    return this.received - this.markerBytes;
  }

  bytes(): Buffer {
    return Buffer.concat(this.chunks).subarray(0, this.sizeBytes);
  }

  private get markerBytes(): number {
    if (this.isComplete) return this.marker.length;
    const beginning = this.tail.lastIndexOf(this.marker[0]!);
    return beginning >= 0 && this.marker.startsWith(this.tail.toString('latin1', beginning))
      ? this.tail.length - beginning
      : 0;
  }
}

/** Cuts the output at its limit: stdout first, because the order of the two streams is unknown. */
function cut(stdout: Buffer, stderr: Buffer, most: number): Said {
  const first = stdout.subarray(0, most);
  return { stdout: first, stderr: stderr.subarray(0, most - first.length) };
}

function written(marker: string, { folder, arguments: args, environment }: Call): Buffer {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const texts = [marker, folder, String(args.length), ...args, ...variables];
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(''), 'utf8');
  return Buffer.concat([Buffer.from(body.length.toString(16).padStart(8, '0'), 'latin1'), body]);
}
