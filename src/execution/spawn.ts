import { execa } from 'execa';

/** How a child process ended, in one shape whatever happened to it. */
export interface ProcessResult {
  readonly ok: boolean;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** The program could not be started at all: not found, not executable. */
  readonly missing: boolean;
}

/** The only place that starts processes: no shell, a time limit, an output cap, captured output. */
export async function run(
  command: string,
  args: readonly string[],
  options: { timeoutMs: number; maxOutputBytes?: number },
): Promise<ProcessResult> {
  const result = await execa(command, [...args], {
    reject: false,
    stdin: 'ignore',
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: options.maxOutputBytes ?? 1 << 20,
    stripFinalNewline: false,
  });
  return {
    ok: !result.failed,
    exitCode: result.exitCode ?? null,
    stdout: result.stdout,
    stderr: result.stderr,
    timedOut: result.timedOut,
    missing: result.failed && result.exitCode === undefined && !result.timedOut && result.signal === undefined,
  };
}
