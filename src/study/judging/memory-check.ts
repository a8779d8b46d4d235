/**
 * Confirmation looks at memory too: an output can be right although the program reads or writes where it must not. A trial's program runs
 * once more, watched, on the input that takes least; what the original does as well is not held against it.
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
import type { InputBaseline } from './baseline.js';

/** A watched run takes up to some ten times as long; a longer input is left alone. */
const LONGEST_MS = 20_000;
const PATIENCE = 30;
const LEAST_PATIENCE_MS = 30_000;

/** Of a watched run of an input that takes so long by itself; null where that would take too long. */
export function watchedLimits(limits: RunLimits, ms: number): RunLimits | null {
  if (ms > LONGEST_MS) return null;
  return { ...limits, timeoutMs: Math.min(limits.timeoutMs, Math.max(LEAST_PATIENCE_MS, PATIENCE * ms)) };
}

/** An input and how long runs of it took. */
export interface Timed {
  readonly input: InputBaseline['input'];
  readonly record: Pick<InputBaseline['record'], 'durationsMs'>;
}

type Skipped = MemoryRecord['skipped'];

/** What the original says under the tools at hand. */
interface Clean {
  readonly input: string | null;
  readonly limits: RunLimits | null;
  readonly tools: readonly MemoryTool[];
  readonly known: readonly MemoryFinding[];
  readonly skipped: Skipped;
}

export class MemoryCheck {
  private original: Promise<Clean> | null = null;

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
    // what ended the run says most
    const worst = fresh.find(({ tool }) => tool !== 'UndefinedBehaviorSanitizer') ?? fresh[0];
    return {
      input,
      tools: [...inspection.tools],
      skipped,
      inherited: inspection.findings.length - fresh.length,
      finding: worst
        ? { text: `${input}: ${findingText(worst)}, which the original does not do`, report: worst.report }
        : null,
    };
  }

  private async inspectOriginal(): Promise<Clean> {
    const none = (why: string, input: string | null = null): Clean => ({
      ...{ input, limits: null, tools: [], known: [] },
      skipped: [all(why)],
    });
    const shortest = (await this.baselines())
      .map(({ input, record }) => ({ input, ms: median(record.durationsMs) }))
      .reduce((least, one) => (one.ms < least.ms ? one : least));
    const { input } = shortest;
    const limits = watchedLimits(this.limitsFor(input), shortest.ms);
    if (limits === null) return none(`the shortest input takes ${durationText(shortest.ms)}`);
    const first = await this.bench.runs.inspectMemory(null, limits);
    if (first.kind === 'not-inspected') return none(first.why, input.name);
    const { unusable, skipped } = toolsTheOriginalFails(first);
    if (unusable.length === 0) return { input: input.name, limits, tools: first.tools, known: first.findings, skipped };
    // what ended the run hid the rest of it
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

/** A tool that ends a program at the first fault says nothing about a program that has one as written. */
function toolsTheOriginalFails({ findings }: Extract<MemoryInspection, { kind: 'inspected' }>): {
  readonly unusable: readonly MemoryTool[];
  readonly skipped: Skipped;
} {
  const fatal = findings.filter(({ tool }) => tool !== 'UndefinedBehaviorSanitizer');
  const skipped = fatal.map((one) => ({ what: one.tool, why: `the original has it too: ${findingText(one)}` }));
  return { unusable: fatal.map(({ tool }) => tool), skipped: skipped.slice(0, 1) };
}

function all(why: string): Skipped[number] {
  return { what: 'memory', why };
}

/** What was looked at and what was not, in a sentence; null for a trial nobody looked at. */
export function memoryText(
  record: Pick<MemoryRecord, 'input' | 'tools' | 'skipped' | 'inherited' | 'finding'> | null,
): string {
  if (!record) return 'not checked';
  const { input, tools, skipped, inherited, finding } = record;
  const missing = skipped.map(
    ({ what, why }) => `${what === 'memory' ? 'not checked' : `not checked by ${what}`}: ${why}`,
  );
  if (finding) return [finding.text, ...missing].join('; ');
  const inheritedText = inherited > 0 ? ` but ${inherited} that the original has too` : '';
  const found = tools.length > 0 ? [`${tools.join(' and ')} found nothing${inheritedText} on ${input}`] : [];
  return [...found, ...missing].join('; ');
}
