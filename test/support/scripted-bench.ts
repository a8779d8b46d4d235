import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { MantissaError } from '../../src/diagnostics/mantissa-error.js';
import type { Artifact, EngineName, RunOutcome } from '../../src/execution/engine.js';
import { engines } from '../../src/execution/engines.js';
import type { MemoryInspection, MemoryTool } from '../../src/execution/memory-inspection.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import type { ValueRange } from '../../src/numerics/value-range.js';
import type { Configuration } from '../../src/space/resolve.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import {
  type Building,
  type Emulation,
  infeasible,
  type Refusal,
  type Rewriting,
} from '../../src/workbench/attempts.js';
import type { Bench } from '../../src/workbench/bench.js';
import { Workbench } from '../../src/workbench/workbench.js';

/** Four groups that can be lowered one by one: a, b, c, d. */
export const SOURCE = `#include <stdio.h>
int main(void) {
  double a = 1.0, b = 2.0, c = 3.0, d = 4.0;
  printf("%.17g\\n", a + b + c + d);
  return 0;
}
`;

/** One kernel with two groups of two sites each: the pointer in main and the parameter, for a and b. The model predicts a gain for each. */
export const TWO_ARRAYS = `#include <cuda_runtime.h>
#include <stdio.h>
__global__ void both(double *a, double *b) {
  for (int i = 0; i < 100; i++) {
    a[threadIdx.x] = a[threadIdx.x] * 2.0 + 1.0;
    b[threadIdx.x] = b[threadIdx.x] * 2.0;
  }
}
int main() {
  double *a, *b;
  cudaMalloc(&a, 64 * sizeof(double));
  cudaMalloc(&b, 64 * sizeof(double));
  both<<<1, 64>>>(a, b);
  printf("1\\n");
  return 0;
}
`;

/**
 * A real program whose runs are replaced by a script. Names in a configuration are those of the lowered groups in order, then sums with another
 * method, then thread-block sizes: 'a b s+ BLOCK=64'.
 */
export interface Script {
  readonly engine?: EngineName;
  /** The result of the program with these groups lowered; '' is the baseline. */
  run(
    lowered: string,
    how: 'original' | 'emulated' | 'perturbed' | 'built' | 'reference',
    arguments_: readonly string[],
  ): RunOutcome;
  /** Called before a variant is built or rewritten; may throw. */
  write?(lowered: string): void;
  build?(lowered: string): void;
  /** Builds something in advance; immediately by default. */
  prepare?(what: 'original' | 'emulate' | 'reference' | 'count' | 'count-ranges'): Promise<void>;
  /** The result of a memory check; '' is the original program. */
  inspect?(lowered: string, isWanted: (tool: MemoryTool) => boolean): MemoryInspection;
  /** Whether a group has no influence on the output; by default all have. */
  hasNoInfluence?(name: string): boolean;
  /** The ranges in the profiling run, by the names of variables; by default none are recorded. */
  readonly ranges?: ReadonlyMap<string, ValueRange>;
  /** Names with the same digest are the same binary. */
  digest?(lowered: string): string;
}

type Printed = Extract<RunOutcome, { kind: 'exited' }>;

export class ScriptedProgram {
  private constructor(
    readonly folder: string,
    readonly file: string,
    private readonly clang: EmbeddedClang,
    private readonly read: Workbench,
  ) {}

  static async open(source = SOURCE, language: 'c' | 'cu' = 'c'): Promise<ScriptedProgram> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-scripted-'));
    const file = path.join(folder, `program.${language}`);
    fs.writeFileSync(file, source);
    const clang = new EmbeddedClang(cacheFolder(), 1);
    const project = openProject({
      inputs: [file],
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: folder,
    });
    return new ScriptedProgram(
      folder,
      file,
      clang,
      await Workbench.open(clang, engines.wasm({ cache: cacheFolder(), clang }), project),
    );
  }

  async close(): Promise<void> {
    this.read.close();
    await this.clang.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** The log contains the runs in order: 'emulated a b (x)' for groups a and b with argument x. */
  bench(script: Script): Bench & { readonly log: string[] } {
    const { program, groups, project } = this.read;
    const log: string[] = [];
    const name = ({ sites, accumulators = new Map(), blocks = new Map() }: Configuration) =>
      [
        ...[...sites.keys()].map((site) => program.sites[site]!.name).sort(),
        ...[...accumulators.keys()].map((site) => `${program.sites[site]!.name}+`).sort(),
        ...[...blocks].sort().map(([id, size]) => `${id}=${size}`),
      ].join(' ');
    const run = (lowered: string, how: Parameters<Script['run']>[1], args: readonly string[]) => {
      log.push([how, lowered, args.length > 0 ? `(${args.join(' ')})` : ''].filter(Boolean).join(' '));
      return Promise.resolve(script.run(lowered, how, args));
    };
    const artifact = (lowered: string): Artifact => ({
      engine: script.engine ?? 'wasm',
      file: lowered,
      digest: script.digest?.(lowered) ?? `digest of '${lowered}'`,
      sizeBytes: 1,
    });
    return {
      log,
      engineName: script.engine ?? 'wasm',
      capabilities: engines[script.engine ?? 'wasm']({ cache: cacheFolder() }).capabilities,
      project,
      program,
      groups,
      derived: {
        sums: this.read.derived.sums,
        withSums: async () => infeasible('scripted'),
        blockSizes: this.read.derived.blockSizes,
        marksInputs: this.read.derived.marksInputs,
        copiedInputs: this.read.derived.copiedInputs,
        withMarkedInputs: async () => 'scripted',
      },
      builds: {
        original: async () => {
          await script.prepare?.('original');
          return artifact('');
        },
        prepare: async (mode) => script.prepare?.(mode),
        fixedOperations: async () => new Set(),
      },
      variants: {
        build: async (configuration) => {
          script.write?.(name(configuration));
          script.build?.(name(configuration));
          return artifact(name(configuration));
        },
        tryBuild: (configuration) =>
          attempted<Building>(
            { MX4006: 'infeasible', MX4001: 'build-failed', MX4002: 'build-failed', MX4007: 'build-failed' },
            async () => {
              script.write?.(name(configuration));
              script.build?.(name(configuration));
              return { kind: 'built', artifact: artifact(name(configuration)) };
            },
          ),
        registers: async () => null,
        rewrite: async (configuration) => {
          script.write?.(name(configuration));
          return new Map();
        },
        tryRewrite: (configuration) =>
          attempted<Rewriting>({ MX4006: 'infeasible' }, async () => {
            script.write?.(name(configuration));
            return { kind: 'rewritten', files: new Map() };
          }),
      },
      runs: {
        run: (one, limits) => run(one.file, one.file === '' ? 'original' : 'built', limits.arguments),
        original: (limits) => run('', 'original', limits.arguments),
        emulated: (configuration, limits) => run(name(configuration), 'emulated', limits.arguments),
        tryEmulate: (configuration, limits) =>
          attempted<Emulation>(
            { MX4006: 'infeasible', MX4003: 'not-instrumented', MX4007: 'not-instrumented' },
            async () => run(name(configuration), 'emulated', limits.arguments),
          ),
        perturbed: async (sites) => {
          const name = [...sites].map((site) => program.sites[site]!.name).join(' ');
          return printed(
            script.hasNoInfluence?.(name) ? (script.run('', 'emulated', []) as Printed).stdout.toString() : 'perturbed',
          );
        },
        separateProcessReason: async () => 'scripted',
        reference: (limits) => run('', 'reference', limits.arguments),
        tryReference: (limits) => run('', 'reference', limits.arguments),
        profile: async (mode, limits) => ({
          operations: program.operations.map((_, operation) => ({ operation, executions: 1, difference: 0 })),
          counts: { operations: new Map(program.operations.map((_, operation) => [operation, 1])) },
          ranges:
            script.ranges && mode === 'count-ranges'
              ? new Map(
                  program.sites.flatMap(({ name }, site) =>
                    script.ranges!.has(name) ? [[site, script.ranges!.get(name)!]] : [],
                  ),
                )
              : null,
          outcome: script.run('', 'original', limits.arguments),
        }),
        inspectsMemory: true,
        inspectMemory: async (configuration, _, isWanted = () => true) =>
          script.inspect?.(configuration ? name(configuration) : '', isWanted) ?? {
            kind: 'not-inspected',
            why: 'it is scripted',
          },
      },
    };
  }
}

/** Converts an error thrown by a script to the value that a workbench returns; any other error ends the study. */
async function attempted<Attempt>(
  kinds: Readonly<Record<string, Refusal['kind']>>,
  work: () => Promise<Attempt>,
): Promise<Attempt> {
  try {
    return await work();
  } catch (error) {
    const kind = error instanceof MantissaError ? kinds[error.code] : undefined;
    if (kind === undefined) throw error;
    return { kind, message: error } as Attempt;
  }
}

/** A successful run with this output. */
export function printed(
  text: string | number,
  { cpuMs = 10, files = {} }: { cpuMs?: number; files?: Record<string, Buffer> } = {},
): RunOutcome {
  return {
    kind: 'exited',
    exitCode: 0,
    stdout: Buffer.from(String(text)),
    stderr: Buffer.alloc(0),
    durationMs: cpuMs,
    cpuMs,
    peakMemoryBytes: 1,
    gpu: null,
    collected: new Map(Object.entries(files)),
  };
}

export const captured = {
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
  durationMs: 1,
  cpuMs: 1,
  peakMemoryBytes: 1,
  gpu: null,
} as const;

export function cannotWrite(site: string): MantissaError {
  return new MantissaError('MX4006', `${site}: it is declared with others in the head of a for loop`);
}
