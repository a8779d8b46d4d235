import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { nearestName } from '../../support/nearest-name.js';
import { requireAllowedFlags, sortFlags } from './build-flags.js';
import { MACRO_DEFINITION, MACRO_NAME, type MacroStep, settleMacros, stepsOf } from './macros.js';
import type { TranslationUnit } from './project.js';
import { STANDARDS, suits } from './standards.js';

/** `-I`, `-D`, `-U`, `--std` and `--flag` of Mantissa's command line. They apply to every unit and override the project. */
export interface CommandLineFlags {
  /** Absolute paths. */
  readonly includeFolders: readonly string[];
  readonly macros: readonly MacroStep[];
  readonly standard: string | null;
  readonly flags: readonly string[];
}

export function commandLineFlags(request: {
  readonly includeFolders: readonly string[];
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
  readonly standard?: string | undefined;
  readonly flags?: readonly string[] | undefined;
  readonly workingFolder: string;
}): CommandLineFlags {
  const wrong = [
    ...request.defines
      .filter((text) => !MACRO_DEFINITION.test(text))
      .map((text) => `-D ${text}: expected NAME or NAME=value`),
    ...request.undefines.filter((name) => !MACRO_NAME.test(name)).map((name) => `-U ${name}: this is not a macro name`),
    ...(request.standard === undefined || STANDARDS.includes(request.standard)
      ? []
      : [unknownStandard(request.standard)]),
  ];
  if (wrong.length > 0)
    throw new MantissaError(
      'MX2004',
      wrong.map((text) => ({ text })),
    );
  requireAllowedFlags(request.flags ?? [], '--flag ');
  return {
    includeFolders: request.includeFolders.map((folder) => path.resolve(request.workingFolder, folder)),
    macros: stepsOf(request),
    standard: request.standard ?? null,
    flags: request.flags ?? [],
  };
}

function unknownStandard(standard: string): string {
  const near = nearestName(standard, STANDARDS);
  return `unknown standard ${standard}${near === null ? '' : `; did you mean ${near}?`}`;
}

/** `--std c++20` does not apply to the C files of a program. */
export function withFlags(unit: TranslationUnit, flags: CommandLineFlags): TranslationUnit {
  const { arithmeticFlags, ...sorted } = sortFlags([
    ...(unit.flags ?? []),
    ...(unit.ignoredFlags ?? []),
    ...flags.flags,
  ]);
  return {
    ...unit,
    ...settleMacros([...stepsOf(unit), ...flags.macros]),
    includeFolders: [...new Set([...flags.includeFolders, ...unit.includeFolders])],
    standard: flags.standard !== null && suits(flags.standard, unit.language) ? flags.standard : unit.standard,
    ...sorted,
    arithmeticFlags: [...new Set([...unit.arithmeticFlags, ...arithmeticFlags])],
  };
}

/** Rejects a `--std` that applies to no unit and would otherwise be ignored. */
export function requireStandardUsed(units: readonly TranslationUnit[], { standard }: CommandLineFlags): void {
  if (standard === null || units.some(({ language }) => suits(standard, language))) return;
  const languages = [...new Set(units.map(({ language }) => language))].join(' and ');
  throw new MantissaError('MX2004', `the standard ${standard} does not apply: all sources are ${languages}`);
}
