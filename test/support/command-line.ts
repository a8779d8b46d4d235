import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { showIfTestFails } from './shown-commands.js';
import { runWarm, stopWarm } from './warm-command-line.js';

export const bin = fileURLToPath(new URL('../../bin/mantissa', import.meta.url));

export interface Ended {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs the built command line without a terminal. Tests about processes themselves (limits, cleanup) use `alone` to start their own. */
export async function mantissa(
  args: readonly string[],
  options: CommandOptions & { alone?: true } = {},
): Promise<Ended> {
  if (!options.alone && args.length > 0) {
    const showEnd = showIfTestFails(['mantissa', ...args], stopWarm);
    const ended = await runWarm(args, options);
    showEnd(ended);
    return ended;
  }
  const { exitCode, stdout, stderr } = await start(args, options);
  return { exitCode, stdout, stderr };
}

/** Starts a separate process, for tests that interrupt it. */
export function start(args: readonly string[], { cwd, env }: CommandOptions = {}) {
  const running = execa(process.execPath, [bin, ...args], {
    reject: false,
    stdin: 'ignore',
    maxBuffer: 1 << 28,
    env: { ...env },
    ...(cwd ? { cwd } : {}),
  });
  void running.then(showIfTestFails(['mantissa', ...args]));
  return running;
}

/** A temporary folder with these files, removed at the end of the test. */
export class Scratch implements Disposable {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-test-'));

  constructor(files: Readonly<Record<string, string | Buffer>> = {}) {
    for (const [name, contents] of Object.entries(files)) this.write(name, contents);
  }

  path(name: string): string {
    return path.join(this.folder, name);
  }

  write(name: string, contents: string | Buffer): string {
    fs.mkdirSync(path.dirname(this.path(name)), { recursive: true });
    fs.writeFileSync(this.path(name), contents);
    return this.path(name);
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A kernel whose one statement is `x[i] = <expression>;`. */
export function kernel(expression: string): string {
  return `__global__ void k(double *x, double a)\n{\n  int i = threadIdx.x;\n  x[i] = ${expression};\n}\n`;
}

/** The message without parts that differ between machines. */
export function normalised(text: string, scratch?: Scratch): string {
  return scratch ? text.replaceAll(scratch.folder, '<folder>') : text;
}
