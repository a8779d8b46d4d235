/**
 * Decides from recent durations whether the next trial is emulated in the one instrumented build, or rebuilt. The first estimates come from the
 * instrumented program in the original formats, and from the build and runs of the original program.
 */
import type { EngineCapabilities } from '../../execution/engine-capabilities.js';
import { median } from '../../numerics/bootstrap.js';
import type { InputBaseline } from '../judging/baseline.js';

/** Probes are used if the runs on all inputs take at least this long, and those on one input at most this share of it. */
const LONG_MS = 200;
const QUICK = 0.2;
/** Expected build time when several are built in parallel, relative to the original program. */
const FIRST_BUILD = 0.5;
/** If an emulated run takes at most this multiple of a rebuild, it is measured once more before many trials are rebuilt. */
const CLOSE_CALL = 4;
/** Number of recent durations whose median is used, because single runs may be disturbed. */
const LATEST = 5;

export class TrialCosts {
  private readonly emulated: number[] = [];
  private readonly built: number[] = [];
  private readonly run: number[] = [];
  /** Shortest emulated run per input. */
  private readonly shortestMs = new Map<string, number>();

  constructor(private readonly capabilities: Pick<EngineCapabilities, 'rebuildsCheaply' | 'sharesMachine'>) {}

  noteRun({ name }: InputBaseline['input'], durationMs: number): void {
    this.shortestMs.set(name, Math.min(durationMs, this.shortestOn(name)));
  }

  /** On all tuning inputs. */
  noteEmulated(ms: number): void {
    this.emulated.push(ms);
  }

  noteBuilt(ms: number): void {
    this.built.push(ms);
  }

  /** Runs of a built trial on all tuning inputs. */
  noteBuiltRun(ms: number): void {
    this.run.push(ms);
  }

  shortestOn(input: string): number {
    return this.shortestMs.get(input) ?? Number.POSITIVE_INFINITY;
  }

  /** Recent duration of an emulated trial on all tuning inputs. */
  get emulatedMs(): number {
    return this.emulated.length === 0 ? 0 : recent(this.emulated);
  }

  /** Shortest emulated run on any input. */
  get shortestEmulatedMs(): number {
    return this.shortestMs.size === 0 ? this.emulatedMs : Math.min(...this.shortestMs.values());
  }

  cheaperWay(sideBySide = 1): 'emulated' | 'rebuilt' {
    if (!this.capabilities.rebuildsCheaply) return 'emulated';
    return recent(this.emulated) <= this.rebuiltMs(sideBySide) ? 'emulated' : 'rebuilt';
  }

  /** Whether another emulated run should be measured before several trials are rebuilt: the first one may include start-up costs. */
  isCloseCall(sideBySide: number): boolean {
    if (sideBySide === 1 || this.emulated.length > 1 || this.cheaperWay(sideBySide) === 'emulated') return false;
    return recent(this.emulated) <= CLOSE_CALL * this.rebuiltMs(sideBySide);
  }

  /** The input for probes; null if probes would not save enough time. */
  quickInput(baselines: readonly InputBaseline[]): InputBaseline | null {
    if (baselines.length < 2) return null;
    const msOf = ({ input }: InputBaseline) => this.shortestOn(input.name);
    const emulatedMs = baselines.reduce((sum, one) => sum + msOf(one), 0);
    const totalMs = this.cheaperWay() === 'emulated' ? emulatedMs : Math.min(emulatedMs, this.rebuiltMs(1));
    const [quickest] = baselines.toSorted((a, b) => msOf(a) - msOf(b));
    return quickest && totalMs >= LONG_MS && msOf(quickest) <= QUICK * totalMs ? quickest : null;
  }

  /** Time per trial when several are rebuilt at once. If programs run one by one, only their builds are parallel. */
  private rebuiltMs(sideBySide: number): number {
    const builders = this.capabilities.sharesMachine ? 1 : sideBySide;
    // the only build so far is that of the original program, which ran in parallel with the instrumented one
    const doubt = builders > 1 && this.built.length === 1 ? FIRST_BUILD : 1;
    return (doubt * recent(this.built)) / builders + recent(this.run);
  }
}

function recent(costsMs: readonly number[]): number {
  return median(costsMs.slice(-LATEST));
}
