/**
 * One function of a program, scored for the formats of its sites: its clocks per pipe, over flat arrays. `linear-clocks.ts` reads the same
 * tables.
 */
import { isSummed } from '../../numerics/format.js';
import type { OperationIndex, Program, SiteIndex } from '../../program/program.js';
import { type CompiledFunction, compileFunction, type FormatCodes } from '../../space/compiled-resolve.js';
import type { DeviceProfile } from '../devices/device-profile.js';
import { CONVERSION, ISSUE, LATENCY, PIPES, SPECIAL } from './kernel-time.js';
import {
  type PipeClocks,
  pipeOf,
  priceConversion,
  priceOperation,
  savedByFusing,
  savedByMixing,
} from './operation-costs.js';
import { type FunctionWork, sitesOf } from './work.js';

/**
 * Numbers of `otherPrices` for an operation in one format, and of `fused` for a contraction.
 * Source: the fields of PipeClocks (operation-costs.ts), and the slots of product, sum and the variable between them.
 */
export const PRICES_PER_FORMAT = 5;
export const SLOTS_PER_CONTRACTION = 3;

export class ScoredFunction {
  readonly clocks = new Float64Array(PIPES.length);
  readonly sites: ReadonlySet<SiteIndex>;
  readonly compiled: CompiledFunction;
  private readonly width: number;
  readonly pipes: Uint8Array;
  /** Operations that occupy only their format's pipe, and an issue slot in every format: slot, and clocks by format. */
  readonly plain: Int32Array;
  readonly plainClocks: Float64Array;
  readonly plainIssue: number;
  readonly plainLatency: Float64Array;
  /** All other operations, with the clocks of every pipe by format. */
  readonly others: Int32Array;
  readonly otherPrices: Float64Array;
  /** Contractions: slots of product, sum and the variable between them; savings by format. */
  readonly fused: Int32Array;
  readonly savedClocks: Float64Array;
  readonly savedIssue: Float64Array;
  readonly savedLatency: Float64Array;
  /** Operands of additions and multiplications: slots of both, executions, and which of the tables of savings by both formats they have. */
  readonly operands: Int32Array;
  readonly operandRuns: Float64Array;
  readonly operandTables: Uint8Array;
  readonly mixingSaves: readonly (readonly PipeClocks[])[];
  /** Values with one use: slots of both, and executions. */
  readonly pairs: Int32Array;
  readonly pairRuns: Float64Array;
  /** Values with several uses: slot and span of their uses. */
  readonly shared: Int32Array;
  readonly sharedRuns: Float64Array;
  readonly useEnds: Int32Array;
  readonly useSlots: Int32Array;
  readonly useRuns: Float64Array;
  private readonly wanted: Float64Array;
  private readonly own: Float64Array;
  /** By source and target format; zero for equal formats. */
  readonly conversionPrices: Float64Array;
  readonly conversionIssue: Float64Array;
  readonly conversionLatency: Float64Array;

  constructor(
    { program, device, isStatic }: { program: Program; device: DeviceProfile; isStatic: boolean },
    private readonly work: FunctionWork,
    codes: FormatCodes,
    configurable: ReadonlySet<OperationIndex>,
  ) {
    const { formats: known } = codes;
    this.compiled = compileFunction(program, work.function, codes, configurable, sitesOf(work));
    const { slotOf, siteSlot, takesOperandFormat } = this.compiled;
    this.sites = new Set(this.compiled.sites);
    this.width = known.length;
    this.pipes = Uint8Array.from(known, (format) => PIPES.indexOf(pipeOf(format)));
    const priced = work.operations
      .map(({ value, cost, executions }) => ({
        slot: slotOf[value]!,
        executions,
        prices: known.map((format) => priceOperation(device, cost, format)),
      }))
      .filter(({ prices }) =>
        prices.some(({ own, special, conversion, issue }) => own || special || conversion || issue),
      );
    const isPlain = ({ prices }: (typeof priced)[number]) =>
      prices.every((one) => one.special === 0 && one.conversion === 0 && one.issue === prices[0]!.issue);
    const plain = priced.filter(isPlain);
    const others = priced.filter((one) => !isPlain(one));
    this.plain = Int32Array.from(plain, ({ slot }) => slot);
    this.plainClocks = Float64Array.from(
      plain.flatMap(({ prices, executions }) => prices.map((one) => executions * one.own)),
    );
    this.plainLatency = Float64Array.from(
      plain.flatMap(({ prices, executions }) => prices.map((one) => executions * one.latency)),
    );
    this.plainIssue = plain.reduce((sum, { prices, executions }) => sum + executions * prices[0]!.issue, 0);
    this.others = Int32Array.from(others, ({ slot }) => slot);
    this.otherPrices = Float64Array.from(
      others.flatMap(({ prices, executions }) =>
        prices.flatMap((one) =>
          [one.own, one.special, one.conversion, one.issue, one.latency].map((clocks) => executions * clocks),
        ),
      ),
    );
    const contractions = isStatic ? [] : work.contractions;
    const resultOf = (operation: OperationIndex) => slotOf[program.operations[operation]!.value]!;
    this.fused = Int32Array.from(
      contractions.flatMap(({ product, sum, through }) => [
        resultOf(product),
        resultOf(sum),
        through === null ? resultOf(product) : siteSlot(through),
      ]),
    );
    const saved = known.map((format) => savedByFusing(device, format));
    this.savedClocks = Float64Array.from(
      contractions.flatMap(({ executions }) => saved.map((one) => executions * one.own)),
    );
    this.savedLatency = Float64Array.from(
      contractions.flatMap(({ executions }) => saved.map((one) => executions * one.latency)),
    );
    this.savedIssue = Float64Array.from(
      contractions.flatMap(({ executions }) => saved.map((one) => executions * one.issue)),
    );
    // only formats of several parts have such savings
    const operands = known.some(isSummed) ? work.operands.filter(({ value }) => takesOperandFormat[value] === 0) : [];
    const costs = [...new Set(operands.map(({ cost }) => `${cost.class} ${cost.times}`))];
    this.operands = Int32Array.from(operands.flatMap(({ value, operation }) => [slotOf[value]!, resultOf(operation)]));
    this.operandRuns = Float64Array.from(operands, ({ executions }) => executions);
    this.operandTables = Uint8Array.from(operands, ({ cost }) => costs.indexOf(`${cost.class} ${cost.times}`));
    this.mixingSaves = costs.map((_, table) => {
      const { cost } = operands[this.operandTables.indexOf(table)]!;
      return known.flatMap((from) => known.map((to) => savedByMixing(device, cost, from, to)));
    });
    const used = work.used
      .filter(({ value }) => takesOperandFormat[value] === 0)
      .map(({ value, executions, uses }) => {
        const slot = slotOf[value]!;
        const wants = uses.map((use) => ({
          slot: use.target.kind === 'site' ? siteSlot(use.target.index) : resultOf(use.target.index),
          executions: use.executions,
        }));
        return { slot, executions, uses: wants.filter((one) => one.slot !== slot) };
      });
    const single = used.filter(({ uses }) => uses.length === 1);
    this.pairs = Int32Array.from(single.flatMap(({ slot, uses }) => [slot, uses[0]!.slot]));
    this.pairRuns = Float64Array.from(single, ({ executions, uses }) => Math.min(executions, uses[0]!.executions));
    const several = used.filter(({ uses }) => uses.length > 1);
    this.shared = Int32Array.from(several, ({ slot }) => slot);
    this.sharedRuns = Float64Array.from(several, ({ executions }) => executions);
    const uses = several.map((one) => one.uses);
    let end = 0;
    this.useEnds = Int32Array.from(uses, (list) => {
      end += list.length;
      return end;
    });
    this.useSlots = Int32Array.from(uses.flat(), ({ slot }) => slot);
    this.useRuns = Float64Array.from(uses.flat(), ({ executions }) => executions);
    this.wanted = new Float64Array(known.length);
    this.own = new Float64Array(known.length);
    const conversions = known.flatMap((from) =>
      known.map((to) => (from === to ? null : priceConversion(device, from, to))),
    );
    this.conversionPrices = Float64Array.from(conversions, (one) => one?.conversion ?? 0);
    this.conversionIssue = Float64Array.from(conversions, (one) => one?.issue ?? 0);
    this.conversionLatency = Float64Array.from(conversions, (one) => one?.latency ?? 0);
  }

  anyTakesOperandFormat(configurable: ReadonlySet<OperationIndex>): boolean {
    return this.work.operations.some(
      ({ operation, value }) => configurable.has(operation) && this.compiled.takesOperandFormat[value] === 1,
    );
  }

  score(siteFormats: Uint8Array, configured: Uint8Array): void {
    this.compiled.evaluate(siteFormats, configured);
    const { slots } = this.compiled;
    const { clocks, width, pipes, own, plain, plainClocks, plainLatency } = this;
    own.fill(0);
    let latency = 0;
    for (let at = 0, price = 0; at < plain.length; at++, price += width) {
      const format = slots[plain[at]!]!;
      own[format]! += plainClocks[price + format]!;
      latency += plainLatency[price + format]!;
    }
    let [special, conversion, issue] = [0, 0, this.plainIssue];
    const { others, otherPrices } = this;
    for (let at = 0; at < others.length; at++) {
      const format = slots[others[at]!]!;
      const price = PRICES_PER_FORMAT * (at * width + format);
      own[format]! += otherPrices[price]!;
      special += otherPrices[price + 1]!;
      conversion += otherPrices[price + 2]!;
      issue += otherPrices[price + 3]!;
      latency += otherPrices[price + 4]!;
    }
    const { fused, savedClocks, savedIssue, savedLatency } = this;
    for (let at = 0, one = 0; at < fused.length; at += SLOTS_PER_CONTRACTION, one++) {
      const format = slots[fused[at]!]!;
      if (format !== slots[fused[at + 1]!] || format !== slots[fused[at + 2]!]) continue;
      own[format]! -= savedClocks[one * width + format]!;
      latency -= savedLatency[one * width + format]!;
      issue -= savedIssue[one * width + format]!;
    }
    const { operands, operandRuns, operandTables, mixingSaves } = this;
    for (let at = 0; at < operandRuns.length; at++) {
      const format = slots[operands[2 * at + 1]!]!;
      const saved = mixingSaves[operandTables[at]!]![slots[operands[2 * at]!]! * width + format]!;
      if (saved.issue === 0) continue;
      own[format]! -= operandRuns[at]! * saved.own;
      issue -= operandRuns[at]! * saved.issue;
      latency -= operandRuns[at]! * saved.latency;
    }
    const { pairs, pairRuns, conversionPrices, conversionIssue, conversionLatency } = this;
    for (let at = 0, pair = 0; at < pairRuns.length; at++, pair += 2) {
      const price = slots[pairs[pair]!]! * width + slots[pairs[pair + 1]!]!;
      conversion += pairRuns[at]! * conversionPrices[price]!;
      issue += pairRuns[at]! * conversionIssue[price]!;
      latency += pairRuns[at]! * conversionLatency[price]!;
    }
    const { shared, sharedRuns, useEnds, useSlots, useRuns, wanted } = this;
    for (let at = 0, use = 0; at < shared.length; at++) {
      const from = slots[shared[at]!]!;
      const end = useEnds[at]!;
      let differs = false;
      for (; use < end; use++) {
        const to = slots[useSlots[use]!]!;
        if (to === from) continue;
        wanted[to]! += useRuns[use]!;
        differs = true;
      }
      if (!differs) continue;
      for (let to = 0; to < width; to++) {
        const runs = Math.min(sharedRuns[at]!, wanted[to]!);
        if (runs === 0) continue;
        conversion += runs * conversionPrices[from * width + to]!;
        issue += runs * conversionIssue[from * width + to]!;
        latency += runs * conversionLatency[from * width + to]!;
        wanted[to] = 0;
      }
      wanted.fill(0);
    }
    clocks.fill(0);
    for (let format = 0; format < width; format++) clocks[pipes[format]!]! += own[format]!;
    clocks[SPECIAL]! += special;
    clocks[CONVERSION]! += conversion;
    clocks[ISSUE]! += issue;
    clocks[LATENCY]! += latency;
  }
}
