import { join } from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { ALWAYS_THERE } from '../execution/engines.js';
import { count } from '../inspection/table.js';
import { filesOnVectors, recommendedPatch } from '../journal/recommended-patch.js';
import type { JudgedTrial } from '../journal/replay.js';
import type { RecordedStudy } from '../journal/study-journal.js';
import type { Program } from '../program/program.js';
import { digestSources, digestTexts } from '../program/source-digest.js';
import { createPatch } from '../rewrite/patch.js';
import { configurationOf } from '../space/configuration.js';
import type { Configuration } from '../space/resolve.js';
import type { Infeasible } from '../workbench/attempts.js';
import type { Workbench } from '../workbench/workbench.js';
import { type CompileOption, compileAsAuthor } from './authors-compiler.js';
import { withWorkbench } from './bench-options.js';
import { sourceOptions } from './named-study.js';
import { notCompiledText } from './text/not-compiled.js';
import { Progress } from './text/progress.js';
import { say } from './text/terminal.js';

export interface RewrittenTrial {
  readonly kind: 'rewritten';
  /** Whether the files have changed since the study began. */
  readonly isChanged: boolean;
  readonly root: string;
  readonly files: readonly { path: string; absolutePath: string; before: string; after: string }[];
  readonly patch: string;
  /** Digest of the sources with the patch in them. */
  readonly sourcesAfter: string;
  /** A message about inactive code that names a changed variable; '' without any. */
  readonly notCompiled: string;
}

export interface RewritingOptions extends CompileOption {
  readonly also?: readonly string[];
  readonly scalar?: boolean;
}

/** The trial with this number; without a number, the recommended one. */
export function trialOf({ state }: RecordedStudy, number: string | undefined): JudgedTrial {
  const { length } = state.trials();
  if (number === undefined) {
    if (state.recommended) return state.recommended;
    if (state.ended?.reason === 'interrupted')
      throw new MantissaError(
        'MX2019',
        `the study was interrupted after ${count(length, 'trial')} and has no recommendation yet`,
        {
          remedy: 'run the same mantissa tune command again to continue, or name a trial that mantissa trials lists',
        },
      );
    if (length === 0) throw new MantissaError('MX2019', 'the study has no trials');
    throw new MantissaError('MX2019', `the study recommends none of its ${count(length, 'trial')}`, {
      remedy: 'name the number of a trial that mantissa trials lists',
    });
  }
  const trial = /^\d+$/.test(number) ? state.trial(Number(number)) : null;
  if (trial) return trial;
  const last = state.trials().at(-1)?.number ?? 0;
  // a proposal that repeats a program, or that reached the time limit, has a number and no trial
  const numbered = last === length ? '' : `, with numbers up to ${last}`;
  throw new MantissaError(
    'MX2019',
    `trial ${number} does not exist: the study has ${count(length, 'trial')}${numbered}`,
  );
}

/** The configuration of a trial for its program, which has been read again. */
export function trialConfiguration(
  { number, formats, accumulators, blocks }: JudgedTrial,
  { program, groups }: Pick<Workbench, 'program' | 'groups'>,
): Configuration {
  return configurationOf(formats, `trial ${number}`, program, groups, accumulators, blocks);
}

/** Writes a trial's configuration into the current sources of its program and checks the result with the embedded clang. */
export async function withRewrittenTrial<T>(
  study: RecordedStudy,
  trial: JudgedTrial,
  use: (rewritten: RewrittenTrial | Infeasible) => Promise<T>,
  /** `also` adds builds that the patch must be correct for; `scalar` leaves vectorized kernels out. */
  { also = [], scalar = false, compile = false }: RewritingOptions = {},
): Promise<T> {
  const { inputs, options } = sourceOptions(study.started);
  const builds = [...new Set([...(options.also ?? []), ...also])];
  const progress = new Progress('normal');
  const confirmedPatch = (isScalar: boolean): string | null =>
    isScalar ? (trial.confirmation?.patch ?? null) : recommendedPatch(study.state, trial.number);
  const work = async (bench: Workbench) => {
    progress.step(`writing trial ${trial.number} into the sources`);
    const configuration = trialConfiguration(trial, bench);
    const rewriting = await bench.variants.tryRewrite(configuration);
    if (rewriting.kind === 'infeasible') return use(rewriting);
    const vectors = (scalar ? null : filesOnVectors(study.state, trial.number)) ?? {};
    const written = new Map([...rewriting.files, ...Object.entries(vectors)]);
    const files = [...written].map(([path, after]) => {
      const own = bench.program.files.find((one) => one.path === path);
      const absolutePath = own?.absolutePath ?? join(bench.project.root, path);
      return { path, absolutePath, before: own?.source.written.text ?? '', after };
    });
    const patch = createPatch(files, bench.project.root);
    // a confirmed patch has been compiled already
    const isBuilt = also.length === 0 && trial.confirmation?.outcome === 'accurate' && patch === confirmedPatch(scalar);
    if (!isBuilt) {
      progress.step(`compiling trial ${trial.number}`);
      const refused = await bench.variants.whyInfeasible(configuration);
      if (refused) return use(refused);
      if (compile) say(await compileAsAuthor(bench, configuration));
    }
    // a build that is new to the study may read further files
    const isKnown = ({ path }: { readonly path: string }) =>
      !study.state.program || also.length === 0 || study.state.program.files.some((one) => one.path === path);
    progress.end();
    return use({
      kind: 'rewritten',
      isChanged: digestSources({ files: bench.program.files.filter(isKnown) }) !== study.started.sources,
      root: bench.project.root,
      files,
      patch,
      sourcesAfter: digestAfter(bench.program, files),
      notCompiled: notCompiledText(bench.program, configuration),
    });
  };
  const asked = { ...options, also: builds, engine: ALWAYS_THERE };
  return withWorkbench(inputs, asked, work, progress).finally(() => progress.end());
}

function digestAfter({ files }: Pick<Program, 'files'>, written: readonly { path: string; after: string }[]): string {
  const textOf = (path: string) => written.find((one) => one.path === path)?.after;
  return digestTexts(files.map(({ path, source }) => ({ path, text: textOf(path) ?? source.written.text })));
}
