/**
 * What trials have taken of late, and which way the next should go: emulated in the one instrumented build, or rebuilt. The instrumented
 * program under the original formats says what the first would take one way, the original program, built and run, what the other.
 */
import type { EngineCapabilities } from '../../execution/engine-capabilities.js';
import { median } from '../../numerics/bootstrap.js';
import type { InputBaseline } from '../judging/baseline.js';

/** Runs on all inputs that take so long are saved where one input takes at most this part of it. */
const LONG_MS = 200;
const QUICK = 0.2;
/** Of what building the original program took, several that are built side by side may well take no more than this. */
const FIRST_BUILD = 0.5;
/** So many times as long as rebuilding, an emulated run is worth trying once more before many are rebuilt. */
const CLOSE_CALL = 4;
/** A single run may have met a busy moment of the machine. */
const LATEST = 5;

export class TrialCosts {
  private readonly emulated: number[] = [];
  private readonly built: number[] = [];
  private readonly run: number[] = [];
  /** By input, the shortest emulated run of its own. */
  private readonly shortestMs = new Map<string, number>();

  constructor(private readonly capabilities: Pick<EngineCapabilities, 'rebuildsCheaply' | 'sharesMachine'>) {}

  noteRun({ name }: InputBaseline['input'], durationMs: number): void {
    this.shortestMs.set(name, Math.min(durationMs, this.shortestOn(name)));
  }

  /** On all inputs. */
  noteEmulated(ms: number): void {
    this.emulated.push(ms);
  }

  noteBuilt(ms: number): void {
    this.built.push(ms);
  }

  /** Built, on all inputs. */
  noteBuiltRun(ms: number): void {
    this.run.push(ms);
  }

  shortestOn(input: string): number {
    return this.shortestMs.get(input) ?? Number.POSITIVE_INFINITY;
  }

  /** On every input a study is tuned on, of late. */
  get emulatedMs(): number {
    return this.emulated.length === 0 ? 0 : ofLate(this.emulated);
  }

  /** On the input on which that is shortest. */
  get shortestEmulatedMs(): number {
    return this.shortestMs.size === 0 ? this.emulatedMs : Math.min(...this.shortestMs.values());
  }

  cheaperWay(sideBySide = 1): 'emulated' | 'rebuilt' {
    if (!this.capabilities.rebuildsCheaply) return 'emulated';
    return ofLate(this.emulated) <= this.rebuiltMs(sideBySide) ? 'emulated' : 'rebuilt';
  }

  /** True where several would be rebuilt because of what the first emulated runs took, which also started what serves the others: one more says better. */
  isCloseCall(sideBySide: number): boolean {
    if (sideBySide === 1 || this.emulated.length > 1 || this.cheaperWay(sideBySide) === 'emulated') return false;
    return ofLate(this.emulated) <= CLOSE_CALL * this.rebuiltMs(sideBySide);
  }

  /** An input that is emulated in a small part of the time that all of them take, where that is long enough to matter. */
  quickInput(baselines: readonly InputBaseline[]): InputBaseline | null {
    if (baselines.length < 2) return null;
    const msOf = ({ input }: InputBaseline) => this.shortestOn(input.name);
    const emulatedMs = baselines.reduce((sum, one) => sum + msOf(one), 0);
    const totalMs = this.cheaperWay() === 'emulated' ? emulatedMs : Math.min(emulatedMs, this.rebuiltMs(1));
    const [quickest] = baselines.toSorted((a, b) => msOf(a) - msOf(b));
    return quickest && totalMs >= LONG_MS && msOf(quickest) <= QUICK * totalMs ? quickest : null;
  }

  /** Of each of so many: where programs run one by one, only their builds share the time. */
  private rebuiltMs(sideBySide: number): number {
    const builders = this.capabilities.sharesMachine ? 1 : sideBySide;
    // before any was, the original program says it, which was the first there and built beside the instrumented one
    const doubt = builders > 1 && this.built.length === 1 ? FIRST_BUILD : 1;
    return (doubt * ofLate(this.built)) / builders + ofLate(this.run);
  }
}

function ofLate(costsMs: readonly number[]): number {
  return median(costsMs.slice(-LATEST));
}
