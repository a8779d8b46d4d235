import { run, runContained } from '../spawn.js';

export interface Compiler {
  readonly command: string;
  readonly version: string;
}

const NEEDED = /^(?:PATH|LD_LIBRARY_PATH|LIBRARY_PATH|CPATH|HOME|CUDA_\w+|NVCC_\w+)$/;
const PROBE_TIMEOUT_MS = 20_000;

/** The first command that prints a version. */
export async function findCompiler(commands: readonly string[]): Promise<Compiler | null> {
  for (const command of commands) {
    const result = await run(command, ['--version'], { timeoutMs: PROBE_TIMEOUT_MS });
    const version = /^.*\d+\.\d+.*$/m.exec(result.stdout)?.[0].trim();
    if (result.ok && version) return { command, version };
  }
  return null;
}

/** Runs the compiler with the environment variables that locate its parts, and a temporary folder. */
export function runCompiler(
  compiler: Compiler,
  args: readonly string[],
  options: { folder: string; timeoutMs: number; signal: AbortSignal },
): ReturnType<typeof runContained> {
  const environment: Record<string, string> = { LC_ALL: 'C', TMPDIR: options.folder };
  for (const [name, value] of Object.entries(process.env))
    if (value !== undefined && NEEDED.test(name)) environment[name] = value;
  return runContained(compiler.command, args, { ...options, environment, maxOutputBytes: 1 << 20 });
}
