/**
 * Build requests of an instrumented CUDA program for the engines that compile CUDA themselves (cuda, command). The program is not ported: its
 * kernel launches remain, and each unit has its own format table on the GPU (runtime/instrument/device.h).
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';
import type { BuildRequest, Source } from '../execution/engine.js';
import type { Project, TranslationUnit } from '../frontend/project/project.js';
import { descendants } from '../rewrite/declaration-edits.js';
import { NotPortable } from '../rewrite/not-portable.js';
import type { SourceEdits } from '../rewrite/source-edits.js';
import { byteString } from '../support/byte-text.js';
import { asUnit17 } from './added-formats.js';
import {
  defineLine,
  instrumentFile,
  instrumentSources,
  linkFlags,
  NO_OPTIONS,
  overlayRequest,
  recording,
} from './build-request.js';
import { unitText } from './unit-text.js';

/** Copies the tables to a device before its first kernel. */
export function prepareLaunches(edits: SourceEdits): void {
  for (const { node } of edits.syntax.functions) {
    for (const child of descendants(node)) {
      const range = child.kind === 'CUDAKernelCallExpr' ? edits.rangeOf(child) : null;
      if (range) edits.wrap(range, 'prepare', '(mx_prepare_device(), ', ')');
    }
  }
}

interface InstrumentedBuild {
  readonly isRepeatable: boolean;
  /** Register limit per thread; null if the hardware limit suffices. */
  readonly registers: number | null;
  /** Definitions too long for a command line. */
  readonly inText: readonly string[];
  /** Whether numbers are represented by a class, so that all sources must be C++17. */
  readonly hasClasses: boolean;
}

/** The request for the cuda engine: the program's units, flattened and instrumented, and the runtime sources that hold the tables and call `main`. */
export function instrumentedUnits(
  edits: SourceEdits,
  tables: readonly string[],
  { isRepeatable, registers, inText, hasClasses }: InstrumentedBuild,
): BuildRequest {
  const header = instrumentFile('mantissa_instrument.h');
  const before = [...inText.map(defineLine), `#include "${byteString(header)}"`, '#line 1', ''].join('\n');
  const units = edits.syntax.scopes.map(({ unit }) => ({ unit, built: hasClasses ? asUnit17(unit) : unit }));
  const sources: Source[] = units.map(({ unit, built }) => ({
    name: path.basename(unit.file),
    text: `${inText.length > 0 ? before : ''}${unitText(edits, unit)}`,
    language: built.language,
    standard: built.standard,
    flags: [
      // host code must not fuse operations either
      ...['-Xcompiler', '-ffp-contract=off'],
      ...unitFlags(unit),
      ...(registers === null ? [] : [`-maxrregcount=${registers}`]),
      ...(built.language === 'c++' && edits.syntax.program.isCuda
        ? ['-include', 'cuda_runtime.h', '-DMX_WITH_CUDA_TYPES']
        : []),
      ...(built.language !== unit.language ? ['-Drestrict=__restrict'] : []),
      ...(inText.length > 0 ? [] : ['-include', header]),
    ],
  }));
  const support = instrumentSources(isRepeatable, (text) => ({ text, flags: ['-include', header] }));
  return { ...NO_OPTIONS, sources: [...sources, ...support], defines: tables };
}

/** `#if __has_include(<mantissa.h>)` was true when the program was read, but its own build may not find the header. */
function withOwnHeader(text: string): string {
  const header = byteString(path.join(runtimeFolder(), 'mantissa', 'mantissa.h'));
  return text.replace(/^([ \t]*#[ \t]*include[ \t]*)<mantissa\.h>/gm, (_, include: string) => `${include}"${header}"`);
}

/** For the command engine, which uses the project's own flags: each unit includes what it needs. */
export function instrumentedOverlay(edits: SourceEdits, tables: readonly string[], project: Project): BuildRequest {
  const overlay: Record<string, string> = {};
  const main = unitOfMain(edits);
  edits.syntax.scopes.forEach(({ unit }, index) => {
    const name = path.relative(project.root, project.units[index]!.file);
    if (name.startsWith('..'))
      throw new NotPortable(
        `${project.units[index]!.file} is outside the project folder ${project.root}, which is copied for a build`,
      );
    const lines = [
      ...tables.map(defineLine),
      ...(unit.language === 'c++' && edits.syntax.program.isCuda
        ? ['#if __has_include(<cuda_runtime.h>)', '#include <cuda_runtime.h>', '#define MX_WITH_CUDA_TYPES', '#endif']
        : []),
      `#include "${byteString(instrumentFile('mantissa_instrument.h'))}"`,
      ...(unit === main ? [`#include "${byteString(instrumentFile('mantissa_instrument.c'))}"`] : []),
    ];
    overlay[name] = `${lines.join('\n')}\n${withOwnHeader(unitText(edits, unit))}`;
  });
  return overlayRequest(overlay);
}

/** The request for the original program: its files, each with its own flags. `root` is a temporary copy of the project, if the files are in one. */
export function projectRequest(project: Project, root?: string): BuildRequest {
  return {
    ...NO_OPTIONS,
    sources: project.units.map((unit) => ({
      name: path.relative(project.root, unit.file),
      text: fs.readFileSync(unit.file, 'latin1'),
      language: unit.language,
      standard: unit.standard,
      file: unit.file,
      flags: unitFlags(unit),
    })),
    linkFlags: linkFlags(project.units),
    ...(root && { root }),
  };
}

function unitFlags(unit: TranslationUnit): string[] {
  return [
    ...unit.defines.map((define) => `-D${define}`),
    ...unit.undefines.map((name) => `-U${name}`),
    ...unit.includeFolders.flatMap((folder) => ['-I', folder]),
    ...unit.systemFolders.flatMap((folder) => ['-isystem', folder]),
    ...unit.forcedIncludes.flatMap((file) => ['-include', file]),
    ...recording().systemFolders.flatMap((folder) => ['-isystem', folder]),
    ...recording().defines.map((define) => `-D${define}`),
    // nvcc passes flags of the host compiler (-f…, -m…, -pthread) on after -Xcompiler
    ...[...unit.arithmeticFlags, ...(unit.flags ?? [])].flatMap((flag) =>
      /^-(?:f(?!mad)|m|pthread)/.test(flag) ? ['-Xcompiler', flag] : [flag],
    ),
  ];
}

function unitOfMain(edits: SourceEdits): TranslationUnit {
  const { functions, program } = edits.syntax;
  const main = functions.find(({ function: index }) => program.functions[index]!.name === 'main');
  if (!main) throw new NotPortable('no source of this program defines main');
  return main.scope.unit;
}
