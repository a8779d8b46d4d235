/** Messages for runs in a higher precision that fail because they need more memory than the original program. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import { remarkOnMemory, wantsMemory } from '../../execution/memory-limit.js';
import { type Format, formats } from '../../numerics/format.js';
import type { Program } from '../../program/program.js';
import { memorySizeText } from '../../support/memory-size.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { inputText } from '../inputs/input-text.js';
import { describeEnd, metMemoryLimit } from './run-end.js';

/** An upper bound: all of the memory in use may be numbers in the lowest declared precision. */
export function wideMemoryText({ sites }: Pick<Program, 'sites'>, peakBytes: number, format: Format): string {
  const narrowest = Math.min(...sites.map((site) => formats[site.format].sizeBytes));
  const wide = (peakBytes * formats[format].sizeBytes) / narrowest;
  return `the original program uses ${memorySizeText(peakBytes)}; with every number in ${format} it needs up to ${memorySizeText(wide)}`;
}

/** Why a run failed for lack of memory; null if it succeeded, or apparently failed for another reason. */
export function wantOfMemory(outcome: RunOutcome, limits: Pick<RunLimits, 'maxMemoryBytes'>): string | null {
  if (outcome.kind === 'not-started' || (outcome.kind === 'exited' && outcome.exitCode === 0)) return null;
  const isSaid =
    metMemoryLimit(outcome) ||
    remarkOnMemory(outcome.stderr, limits) !== null ||
    (outcome.kind === 'crashed' && /bad_alloc|operator new/.test(outcome.reason));
  return isSaid ? describeEnd(outcome) : null;
}

/** The message of a build that failed for lack of memory; null for other errors. */
export function wantOfMemoryInBuild({ findings }: MantissaError): string | null {
  const said = findings.map(({ text }) => text).find(wantsMemory);
  return said === undefined ? null : `the build failed: ${said.trim()}`;
}

export function doesNotFit(input: string, why: string, needed: string | null): MantissaError {
  return new MantissaError('MX4016', `${inputText(input)}: ${why}${needed === null ? '' : `; ${needed}`}`);
}
