/**
 * The memory check of a confirmation: the output can be right although the program accesses memory out of bounds. The trial's program runs
 * once more under sanitizers, on the shortest input. Errors that the original program has too do not count.
 */
import {
  findingText,
  isSameFinding,
  type MemoryFinding,
  type MemoryInspection,
  type MemoryTool,
} from '../../execution/memory-inspection.js';
import type { MemoryRecord } from '../../journal/records.js';
import { median } from '../../numerics/bootstrap.js';
import type { Configuration } from '../../space/resolve.js';
import { durationText } from '../../support/duration-text.js';
import type { Bench } from '../../workbench/bench.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { inputText } from '../inputs/input-text.js';
import type { InputBaseline } from './baseline.js';

/** Longest run that is checked: sanitizers slow a program down by a factor of about ten. */
const LONGEST_MS = 20_000;
/** Time limit of a sanitized run: a multiple of the normal run time, and a minimum. */
const MAX_SLOWDOWN = 30;
const MIN_TIMEOUT_MS = 30_000;

/** Limits of a sanitized run on an input that normally takes `ms`; null if it would take too long. */
export function sanitizedRunLimits(limits: RunLimits, ms: number): RunLimits | null {
  if (ms > LONGEST_MS) return null;
  return { ...limits, timeoutMs: Math.min(limits.timeoutMs, Math.max(MIN_TIMEOUT_MS, MAX_SLOWDOWN * ms)) };
}

/** An input and its run times. */
export interface Timed {
  readonly input: InputBaseline['input'];
  readonly record: Pick<InputBaseline['record'], 'durationsMs'>;
}

type Skipped = MemoryRecord['skipped'];

/** The result of the original program under the available sanitizers. */
interface OriginalInspection {
  readonly input: string | null;
  readonly limits: RunLimits | null;
  readonly tools: readonly MemoryTool[];
  readonly known: readonly MemoryFinding[];
  readonly skipped: Skipped;
}

export class MemoryCheck {
  private original: Promise<OriginalInspection> | null = null;

  constructor(
    private readonly bench: Pick<Bench, 'runs'>,
    private readonly baselines: () => Promise<readonly Timed[]>,
    private readonly limitsFor: (input: InputBaseline['input']) => RunLimits,
  ) {}

  async check(configuration: Configuration): Promise<Omit<MemoryRecord, 'kind' | 'trial'>> {
    this.original ??= this.inspectOriginal();
    const { input, limits, tools, known, skipped } = await this.original;
    const nothing = { input, tools: [], skipped, inherited: 0, finding: null };
    if (limits === null || tools.length === 0) return nothing;
    const inspection = await this.bench.runs.inspectMemory(configuration, limits, (tool) => tools.includes(tool));
    if (inspection.kind === 'not-inspected') return { ...nothing, skipped: [...skipped, all(inspection.why)] };
    const isKnown = (one: MemoryFinding) => known.some((other) => isSameFinding(one, other));
    const fresh = inspection.findings.filter((one) => !isKnown(one));
    // prefer an error that ended the run
    const worst = fresh.find(({ tool }) => tool !== 'UndefinedBehaviorSanitizer') ?? fresh[0];
    return {
      input,
      tools: [...inspection.tools],
      skipped,
      inherited: inspection.findings.length - fresh.length,
      finding: worst
        ? {
            text: `${inputText(input!)}: ${findingText(worst)}; the original program does not have this error`,
            report: worst.report,
          }
        : null,
    };
  }

  private async inspectOriginal(): Promise<OriginalInspection> {
    const none = (why: string, input: string | null = null): OriginalInspection => ({
      ...{ input, limits: null, tools: [], known: [] },
      skipped: [all(why)],
    });
    const shortest = (await this.baselines())
      .map(({ input, record }) => ({ input, ms: median(record.durationsMs) }))
      .reduce((least, one) => (one.ms < least.ms ? one : least));
    const { input } = shortest;
    const limits = sanitizedRunLimits(this.limitsFor(input), shortest.ms);
    if (limits === null) return none(`the shortest input takes ${durationText(shortest.ms)}`);
    const first = await this.bench.runs.inspectMemory(null, limits);
    if (first.kind === 'not-inspected') return none(first.why, input.name);
    const { unusable, skipped } = toolsTheOriginalFails(first);
    if (unusable.length === 0) return { input: input.name, limits, tools: first.tools, known: first.findings, skipped };
    // the error that ended the run hid the rest of it
    const rest = first.tools.filter((tool) => !unusable.includes(tool));
    const second =
      rest.length > 0 ? await this.bench.runs.inspectMemory(null, limits, (one) => rest.includes(one)) : null;
    if (second?.kind !== 'inspected')
      return {
        input: input.name,
        limits: null,
        tools: [],
        known: [],
        skipped: second ? [...skipped, all(second.why)] : skipped,
      };
    return { input: input.name, limits, tools: second.tools, known: second.findings, skipped };
  }
}

/** A sanitizer that stops at the first error cannot check a program whose original version has one. */
function toolsTheOriginalFails({ findings }: Extract<MemoryInspection, { kind: 'inspected' }>): {
  readonly unusable: readonly MemoryTool[];
  readonly skipped: Skipped;
} {
  const fatal = findings.filter(({ tool }) => tool !== 'UndefinedBehaviorSanitizer');
  const skipped = fatal.map((one) => ({
    what: one.tool,
    why: `the original program has an error: ${findingText(one)}`,
  }));
  return { unusable: fatal.map(({ tool }) => tool), skipped: skipped.slice(0, 1) };
}

function all(why: string): Skipped[number] {
  return { what: 'memory', why };
}

/** Describes what was checked and what was not. `record` is null for a trial that was not checked. */
export function memoryText(
  record: Pick<MemoryRecord, 'input' | 'tools' | 'skipped' | 'inherited' | 'finding'> | null,
): string {
  if (!record) return 'not checked';
  const { input, tools, skipped, inherited, finding } = record;
  const missing = skipped.map(
    ({ what, why }) => `${what === 'memory' ? 'not checked' : `not checked by ${what}`}: ${why}`,
  );
  if (finding) return [finding.text, ...missing].join('; ');
  const verdict = inherited > 0 ? `no new errors (${inherited} are in the original program)` : 'no errors';
  const found = tools.length > 0 ? [`${verdict} found by ${tools.join(' and ')} on ${inputText(input!)}`] : [];
  return [...found, ...missing].join('; ');
}
