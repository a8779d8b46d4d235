import type { EmbeddedClang } from '../../clang/compiler.js';
import { dependenciesOf, digestOf, joinDependencies, sha256 } from '../../clang/dependencies.js';
import type { Lookups } from '../../clang/guest-file-system.js';
import { withStandIn } from '../../clang/movable-folder.js';
import { RememberedRuns } from '../../clang/remembered-runs.js';
import type { TranslationUnit } from '../project/project.js';
import { languageArguments } from './invocation.js';
import { discardPrecompiledHeaders, headersKey, precompileHeaders } from './precompiled-headers.js';

export interface UnitOutput {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** The files outside the precompiled headers that it read, in the order of their first use. */
  readonly filesRead: readonly string[];
  /** What it asked for and was not given, with the reason. */
  readonly refused: Lookups['refused'];
}

const KEY_LENGTH = 32;

/** Runs one cc1 action (`-E`, `-ast-dump=json`) over a unit and its precompiled headers, or recalls what it printed. */
export async function runOnUnit(
  clang: EmbeddedClang,
  unit: TranslationUnit,
  systemHeaders: readonly string[],
  ...action: readonly string[]
): Promise<UnitOutput> {
  const forced = unit.forcedIncludes.flatMap((file) => ['-include', file]);
  const { movable } = unit;
  const parts = [headersKey(clang, unit, systemHeaders), forced, ...action, unit.file];
  const key = sha256(
    withStandIn(JSON.stringify(movable === undefined ? parts : [...parts, placed(unit, movable)]), movable),
  );
  const memory = new RememberedRuns(clang.cache);
  const recalled = memory.recall(key.slice(0, KEY_LENGTH), movable);
  if (recalled)
    return { exitCode: 0, stdout: recalled.output, stderr: '', filesRead: recalled.filesRead, refused: new Map() };
  for (let isRetry = false; ; isRetry = true) {
    const headers = await precompileHeaders(clang, unit, systemHeaders);
    const startedMs = Date.now();
    const reply = await clang.run(
      [
        ...languageArguments(unit),
        ...['-include-pch', clang.guestCachePath(headers.file)],
        ...forced,
        ...action,
        unit.file,
      ],
      unit.file,
    );
    if (reply.exitCode !== 0 && !isRetry && blamesHeaders(reply.stderr)) {
      discardPrecompiledHeaders(headers);
      continue;
    }
    const stdout = Buffer.from(reply.stdout.buffer);
    const dependencies = dependenciesOf(reply.lookups, startedMs, movable);
    const filesRead = Object.keys(dependencies.files);
    if (reply.exitCode === 0)
      clang.afterAnswer(
        memory.remember(
          key.slice(0, KEY_LENGTH),
          { output: stdout, filesRead },
          joinDependencies(dependencies, headers.dependencies),
          movable,
        ),
      );
    return { exitCode: reply.exitCode, stdout, stderr: reply.stderr, filesRead, refused: reply.lookups.refused };
  }
}

/** What stands for the place of a unit that may be moved: its text, and how long the name of its folder is, by which offsets count. */
function placed({ file }: TranslationUnit, folder: string): readonly [string | null, number] {
  return [digestOf(file, folder), folder.length];
}

/** clang checks the sizes of the files that went into a precompiled header, and its own magic numbers. */
function blamesHeaders(stderr: string): boolean {
  return /PCH file|precompiled|AST file|module file/i.test(stderr);
}
