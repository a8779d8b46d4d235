/** Runs with every number in a wide format take more memory than the program does: how much, for who sees one fail for want of it. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import { remarkOnMemory, wantsMemory } from '../../execution/memory-limit.js';
import { type Format, formats } from '../../numerics/format.js';
import type { Program } from '../../program/program.js';
import { memorySizeText } from '../../support/memory-size.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { describeEnd, metMemoryLimit } from './run-end.js';

/** What a run took as written, of which all may be numbers, in the narrowest format that is declared. */
export function wideMemoryText({ sites }: Pick<Program, 'sites'>, peakBytes: number, format: Format): string {
  const narrowest = Math.min(...sites.map((site) => formats[site.format].sizeBytes));
  const wide = (peakBytes * formats[format].sizeBytes) / narrowest;
  return `as written it has ${memorySizeText(peakBytes)} in use; with every number in ${format} it needs up to ${memorySizeText(wide)}`;
}

/** Null where a run did not fail, or for another reason, as far as anybody can tell. */
export function wantOfMemory(outcome: RunOutcome, limits: Pick<RunLimits, 'maxMemoryBytes'>): string | null {
  if (outcome.kind === 'not-started' || (outcome.kind === 'exited' && outcome.exitCode === 0)) return null;
  const isSaid =
    metMemoryLimit(outcome) ||
    remarkOnMemory(outcome.stderr, limits) !== null ||
    (outcome.kind === 'crashed' && /bad_alloc|operator new/.test(outcome.reason));
  return isSaid ? describeEnd(outcome) : null;
}

/** Null where something else kept it from being built. */
export function wantOfMemoryInBuild({ findings }: MantissaError): string | null {
  const said = findings.map(({ text }) => text).find(wantsMemory);
  return said === undefined ? null : `it cannot be built: ${said.trim()}`;
}

export function doesNotFit(input: string, why: string, needed: string | null): MantissaError {
  return new MantissaError('MX4016', `${input}: ${why}${needed === null ? '' : `; ${needed}`}`);
}
