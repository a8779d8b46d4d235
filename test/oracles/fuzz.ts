/**
 * The oracles for as long as one likes: batches of generated programs under random configurations. A failure is shrunk (programs
 * are dropped from the batch, then sites from the configuration, as long as it still fails) and written down to be run again.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import type { Engine } from '../../src/execution/engine.js';
import { engines } from '../../src/execution/engines.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import type { Project } from '../../src/frontend/project/project.js';
import { parseConfiguration } from '../../src/space/configuration.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import {
  type CheckOptions,
  checkOracles,
  type Disagreement,
  faultText,
  firstDifference,
  limitsFor,
  quickly,
  randomConfigurations,
  type Verdict,
  withRandomSums,
  withRandomWidths,
} from './check-oracles.js';
import { type FuzzTotals, fuzzWritten, type OracleBench, programsIn } from './fuzz-written.js';
import {
  type GeneratedProgram,
  generateProgram,
  type Language,
  programArguments,
  writePrograms,
} from './generate-program.js';

export interface FuzzOptions {
  readonly programs: number;
  readonly configurations: number;
  readonly seed: number;
  readonly engine: 'native' | 'wasm' | 'cuda';
  /** All three in turn where none is named; CUDA on a GPU. */
  readonly language?: Language;
  /** Files of traits to draw from, separated by commas; all where none is named. With `other-builds`, another build is to stay right. */
  readonly traits?: string;
  /** Every copy between host and device that can convert may. */
  readonly convertCopies?: boolean;
  /** Each call of a function may have formats of its own. */
  readonly callsApart?: boolean;
  /** Formats of several parts are drawn too. */
  readonly wide?: boolean;
  /** The number of the next batch; null when all are taken. Several processes share them. */
  readonly nextBatch: () => Promise<number | null>;
  /** Receives one folder per failure. */
  readonly reports: string;
  /** A folder of programs to check instead of generated ones. */
  readonly of?: string;
  readonly say: (line: string) => void;
  readonly counted: (totals: FuzzTotals) => void;
}

const LANGUAGES: readonly Language[] = ['c', 'c++', 'cuda'];
/** Programs that share a build: most of its time goes into headers. What classes cannot be written for stands alone. */
const BATCH = { plain: 20, wide: 1 };

/** How many batches there are, and how many programs are in each. */
export function batchesOf({ programs, wide, of }: Pick<FuzzOptions, 'programs' | 'wide' | 'of'>): [number, number] {
  if (of !== undefined) return [programsIn(of).length, 1];
  const size = wide ? BATCH.wide : BATCH.plain;
  return [Math.ceil(programs / size), size];
}

export async function fuzz(options: FuzzOptions): Promise<void> {
  const clang = new EmbeddedClang(cacheFolder(), 1);
  const engine = quickly(engines[options.engine]({ cache: cacheFolder(), clang }));
  try {
    const available = await engine.available();
    if (!available.ok) throw new Error(available.reason);
    await (options.of === undefined
      ? new Fuzz(clang, engine, options).all()
      : fuzzAllWritten({ clang, engine }, options));
  } finally {
    await engine.close();
    await clang.close();
  }
}

async function fuzzAllWritten(bench: OracleBench, options: FuzzOptions): Promise<void> {
  const all = programsIn(options.of!);
  const totals: FuzzTotals = { programs: 0, runs: 0, infeasible: 0, failures: 0 };
  for (let at = await options.nextBatch(); at !== null; at = await options.nextBatch()) {
    await fuzzWritten(bench, all[at]!, options, totals);
    options.counted(totals);
  }
}

type Configurations = CheckOptions['configurations'];

class Fuzz {
  private readonly totals: FuzzTotals = { programs: 0, runs: 0, infeasible: 0, failures: 0 };

  constructor(
    private readonly clang: EmbeddedClang,
    private readonly engine: Engine,
    private readonly options: FuzzOptions,
  ) {}

  async all(): Promise<void> {
    const { programs, configurations, seed, traits, wide, nextBatch } = this.options;
    const [, size] = batchesOf(this.options);
    const all = this.engine.input === 'cuda' ? LANGUAGES.filter((one) => one === 'cuda') : LANGUAGES;
    const languages = this.options.language ? [this.options.language] : all;
    for (let at = await nextBatch(); at !== null; at = await nextBatch()) {
      const first = at * size;
      const seeds = Array.from({ length: Math.min(size, programs - first) }, (_, k) => seed + first + k);
      const draws = Array.from({ length: configurations }, (_, k) => (seed + first) * 1009 + k);
      // each choice of sums is a program of its own, so that one of a batch does where they are not what is drawn for
      const sums = traits === 'accumulators' ? draws : traits === 'other-builds' || wide ? [] : draws.slice(0, 1);
      const plain = draws.slice(sums.length);
      await this.batch(languages[at % languages.length]!, seeds, (bench) => [
        ...withRandomSums(sums)(bench),
        ...(wide ? withRandomWidths : randomConfigurations)(plain)(bench),
      ]);
      this.options.counted(this.totals);
    }
  }

  private async batch(language: Language, seeds: readonly number[], configurations: Configurations): Promise<void> {
    this.totals.programs += seeds.length;
    const verdict = await this.check(language, seeds, configurations).catch(faultText);
    if (typeof verdict === 'string') return this.unrunnable(language, seeds, verdict);
    this.totals.runs += seeds.length * verdict.ran;
    this.totals.infeasible += seeds.length * verdict.infeasible.length;
    for (const { configuration, reason } of verdict.infeasible)
      this.report(language, seeds, configuration, `infeasible\n${reason}\n`, 'infeasible');
    for (const one of verdict.disagreements) {
      this.totals.failures++;
      this.options.say(`oracle ${one.oracle} ${firstDifference(one)}`);
      await this.shrink(language, seeds, one);
    }
  }

  /** A batch that cannot be read, built or run at all, or that stops the tool, as the programs of it that cannot; as a whole where each alone can. */
  private async unrunnable(language: Language, seeds: readonly number[], fault: string): Promise<void> {
    this.totals.failures++;
    this.options.say(`cannot be run: ${fault.split('\n')[0]}`);
    let isFound = false;
    for (const seed of seeds) {
      const alone = await this.check(language, [seed], () => []).catch(faultText);
      if (typeof alone !== 'string') continue;
      this.report(language, [seed], '', alone, 'unrunnable');
      isFound = true;
    }
    if (!isFound) this.report(language, seeds, '', fault, 'unrunnable');
  }

  /** Fewer programs, then fewer sites, while it still fails. */
  private async shrink(language: Language, seeds: readonly number[], failure: Disagreement): Promise<void> {
    const { configuration } = failure;
    const fails = (which: readonly number[], text: string) =>
      this.check(language, which, (bench) =>
        text === ''
          ? []
          : [
              parseConfiguration(
                only(text, (id) => bench.program.sites.some((site) => site.id === id)),
                'configuration',
                bench.program,
                bench.groups,
              ),
            ],
      ).then(
        (verdict) => verdict.disagreements[0],
        () => undefined, // another fault than the one to shrink
      );
    const named = Number(/^== p(\d+)_/.exec(firstDifference(failure))?.[1]);
    const first = seeds.includes(named) ? [named, ...seeds.filter((seed) => seed !== named)] : seeds;
    let programs = seeds;
    for (const seed of first) if (programs === seeds && (await fails([seed], configuration))) programs = [seed];
    let text = configuration;
    let step = Math.ceil(sitesIn(text).length / 2);
    while (text !== '' && step >= 1) {
      const ids = sitesIn(text);
      let shrunk = false;
      for (let at = 0; at < ids.length; at += step) {
        const without = new Set(ids.slice(at, at + step));
        const candidate = only(text, (id) => !without.has(id));
        if (without.size < ids.length && (await fails(programs, candidate))) {
          text = candidate;
          shrunk = true;
          break;
        }
      }
      if (!shrunk) step = Math.floor(step / 2);
    }
    const last = await fails(programs, text);
    this.report(
      language,
      programs,
      text,
      last ? `${firstDifference(last)}\n\nbuilt:\n${last.expected}\nemulated:\n${last.actual}` : 'did not fail again\n',
      'failure',
    );
  }

  private async check(language: Language, seeds: readonly number[], configurations: Configurations): Promise<Verdict> {
    const folder = fs.mkdtempSync(path.join(this.folder('work'), 'batch-'));
    try {
      const project = openProject({
        inputs: writePrograms(folder, this.programs(language, seeds)),
        includeFolders: [],
        defines: [],
        undefines: [],
        convertCopies: this.options.convertCopies,
        callsApart: this.options.callsApart,
        also: this.options.traits === 'other-builds' ? ['-DVERIFY'] : [],
        workingFolder: folder,
      });
      return await checkOracles(this.clang, this.engine, this.uncontracted(project), {
        limits: limitsFor(programArguments),
        alsoCounted: true,
        configurations,
      });
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }

  /** nvcc fuses a product with the sum it feeds where nobody forbids it, which no emulated operation is. */
  private uncontracted(project: Project): Project {
    if (this.engine.input !== 'cuda') return project;
    const units = project.units.map((unit) => ({
      ...unit,
      arithmeticFlags: [...unit.arithmeticFlags, '--fmad=false'],
    }));
    return { ...project, units };
  }

  private report(
    language: Language,
    seeds: readonly number[],
    configuration: string,
    text: string,
    kind: string,
  ): void {
    const folder = this.folder(
      `${kind}-${language.replaceAll('+', 'p')}-${seeds.join('-').slice(0, 40)}-${this.totals.failures}`,
    );
    writePrograms(folder, this.programs(language, seeds));
    if (configuration !== '') fs.writeFileSync(path.join(folder, 'configuration.json'), configuration);
    fs.writeFileSync(path.join(folder, 'report.txt'), text);
    this.options.say(`written to ${folder}`);
  }

  private programs(language: Language, seeds: readonly number[]): GeneratedProgram[] {
    const { traits, engine } = this.options;
    return seeds.map((seed) => generateProgram(seed, language, traits, engine));
  }

  private folder(name: string): string {
    const folder = path.join(this.options.reports, name);
    fs.mkdirSync(folder, { recursive: true });
    return folder;
  }
}

interface Written {
  readonly formats: Readonly<Record<string, string>>;
  readonly accumulators?: Readonly<Record<string, unknown>>;
}

function sitesIn(configuration: string): string[] {
  if (configuration === '') return [];
  const { formats, accumulators = {} } = JSON.parse(configuration) as Written;
  return [...new Set([...Object.keys(formats), ...Object.keys(accumulators)])];
}

function only(configuration: string, keep: (id: string) => boolean): string {
  if (configuration === '') return '';
  const { formats, accumulators = {} } = JSON.parse(configuration) as Written;
  const kept = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => keep(id)));
  return `${JSON.stringify({ schemaVersion: 1, formats: kept(formats), accumulators: kept(accumulators) }, null, 2)}\n`;
}
