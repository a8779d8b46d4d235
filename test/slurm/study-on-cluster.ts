/** Programs to tune on the small cluster, and the command line that does it. */
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import type { SmallCluster } from './small-cluster.js';

const MANTISSA = path.join(import.meta.dirname, '..', '..', 'bin', 'mantissa');

/** Waits as long as its argument says: what a trial costs on a machine of its own. Its own figure says how fast it is, so that no clock decides. */
export const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static void wait_for(int ms) {
  struct timespec left = { ms / 1000, (ms % 1000) * 1000000L };
  nanosleep(&left, NULL);
}
int main(int argc, char **argv) {
  double third = 1.0 / 3.0, total = 0.0;
  wait_for(argc > 1 ? atoi(argv[1]) : 0);
  for (int i = 1; i <= 300; i++) {
    double term = third / i;
    total = total + term;
  }
  printf("%.17g\\nspeed %d\\n", total, (int) (third * 300000003.0) == 100000001 ? 2 : 4);
  return 0;
}
`;

export interface StudySettings {
  readonly waitMs?: number;
  readonly source?: string;
  readonly project?: Readonly<Record<string, unknown>>;
  readonly slurm?: Readonly<Record<string, unknown>>;
}

export class ProgramOnCluster {
  constructor(
    private readonly cluster: SmallCluster,
    readonly folder: string,
    { waitMs = 100, source = PROGRAM, project = {}, slurm = {} }: StudySettings = {},
  ) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'sum.c'), source);
    const settings = {
      name: 'sum',
      sources: ['sum.c'],
      inputs: { usual: { arguments: [String(waitMs)] } },
      output: { stdout: true, lines: '^[-0-9]' },
      figureOfMerit: { pattern: '^speed (\\d+)', better: 'higher' },
      goal: { metric: 'max-relative', maxError: 3e-8 },
      slurm: { time: '10', visibleWithin: 2, ...slurm },
      ...project,
    };
    fs.writeFileSync(path.join(folder, 'mantissa.json'), JSON.stringify(settings));
  }

  start(...args: string[]): Running {
    return new Running(this.folder, args, this.cluster.environment);
  }

  run(...args: string[]): Promise<Ended> {
    return this.start(...args).ended;
  }

  tune(...args: string[]): Promise<Ended> {
    return this.run('tune', '--engine', 'native', '--no-sanitize', '--json', ...args);
  }

  /** What was found out, whenever and in whichever order. */
  async answer(): Promise<{ trials: string[]; best: unknown }> {
    const { trials } = JSON.parse((await this.run('trials', '--json')).stdout) as {
      trials: { formats: Record<string, string>; outcome: string; error: unknown }[];
    };
    const shown = JSON.parse((await this.run('show', '--json')).stdout) as { trial: { formats: unknown } };
    const texts = trials.map(({ formats, outcome, error }) => JSON.stringify([formats, outcome, error]));
    return { trials: texts.sort(), best: shown.trial.formats };
  }

  get shared(): string {
    return path.join(this.folder, '.mantissa', 'sum', 'cluster');
  }

  get ledger(): Record<string, unknown>[] {
    const lines = fs.readFileSync(path.join(this.shared, 'ledger.jsonl'), 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line.slice(9)) as Record<string, unknown>);
  }

  /** Work that was begun after its result was there. */
  get begunAgain(): string[] {
    const at = (...names: string[]) => path.join(this.shared, ...names);
    const written = new Map(
      fs
        .readdirSync(at('results'))
        .filter((name) => !name.endsWith('.partial'))
        .map((id) => [id, fs.statSync(at('results', id)).mtimeMs]),
    );
    return fs.readdirSync(at('begun')).filter((name) => {
      const result = written.get(name.slice(0, name.lastIndexOf('.')));
      return result !== undefined && fs.statSync(at('begun', name)).mtimeMs > result;
    });
  }

  /** Work that has more than one result: nothing could say which was taken. */
  get results(): number {
    return fs.readdirSync(path.join(this.shared, 'results')).filter((name) => !name.endsWith('.partial')).length;
  }
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

export class Running {
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;
  isOver = false;

  constructor(folder: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
    const started = performance.now();
    this.child = spawn(process.execPath, [MANTISSA, ...args], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    this.child.stdout!.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    this.child.stderr!.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    this.ended = new Promise((resolve) =>
      this.child.once('close', (status) => {
        this.isOver = true;
        resolve({ status, stdout, stderr, durationMs: performance.now() - started });
      }),
    );
  }

  signal(which: NodeJS.Signals): void {
    this.child.kill(which);
  }
}

export function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
