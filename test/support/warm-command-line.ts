import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { CommandOptions, Ended } from './command-line.js';

const server = fileURLToPath(new URL('command-server.mjs', import.meta.url));
/** Marks the end of a command's output on both streams. */
const END = `\0${randomUUID()}\0`;

let child: ChildProcess | null = null;
/** The output of the current command. */
let printed: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
let last: Promise<unknown> = Promise.resolve();

/** Runs the built command line in a process that has run other commands before, where clang parses in a fifth of the time. */
export function runWarm(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const answer = last.then(() => ask(args, options));
  last = answer.catch(() => undefined);
  return answer;
}

/** Kills the process if a test failed before its command ended; the next test gets a new one. Returns the output so far. */
export function stopWarm(): { stdout: string; stderr: string } {
  child?.kill('SIGKILL');
  child = null;
  return { stdout: text(printed.stdout), stderr: text(printed.stderr) };
}

function ask(args: readonly string[], { cwd = process.cwd(), env = {} }: CommandOptions): Promise<Ended> {
  const running = child ?? fork(server, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
  child = running;
  return new Promise((resolve, reject) => {
    printed = { stdout: [], stderr: [] };
    let exitCode: number | undefined;
    const stop = () => {
      running.stdout!.off('data', onStdout);
      running.stderr!.off('data', onStderr);
      running.off('message', onMessage);
      running.off('exit', onExit);
    };
    const finish = () => {
      if (exitCode === undefined) return;
      const [stdout, stderr] = [text(printed.stdout), text(printed.stderr)];
      if (!stdout.endsWith(END) || !stderr.endsWith(END)) return;
      stop();
      resolve({ exitCode, stdout: withoutEnd(stdout), stderr: withoutEnd(stderr) });
    };
    const gather = (chunks: Buffer[]) => (chunk: Buffer) => {
      chunks.push(chunk);
      finish();
    };
    const onStdout = gather(printed.stdout);
    const onStderr = gather(printed.stderr);
    const onMessage = (message: { exitCode: number }) => {
      exitCode = message.exitCode;
      finish();
    };
    const onExit = (code: number | null, signal: string | null) => {
      stop();
      if (child === running) child = null;
      reject(new Error(`the process that runs commands ended: ${code ?? signal}\n${text(printed.stderr)}`));
    };
    running.stdout!.on('data', onStdout);
    running.stderr!.on('data', onStderr);
    running.on('message', onMessage);
    running.on('exit', onExit);
    running.send({ args, cwd, env, end: END });
  });
}

const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString();
/** Like execa: without the last line end. */
const withoutEnd = (printed: string): string => printed.slice(0, -END.length).replace(/\n$/, '');
