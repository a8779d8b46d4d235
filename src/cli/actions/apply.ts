import * as fs from 'node:fs';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { run } from '../../execution/spawn.js';
import { count } from '../../inspection/table.js';
import { digestText, isInPlace } from '../../journal/applied-files.js';
import { Journal } from '../../journal/journal.js';
import type { StudyState } from '../../journal/replay.js';
import { programFolder } from '../../journal/study-surroundings.js';
import { patchFolder } from '../../rewrite/patch.js';
import { writeWhole } from '../../support/write-whole.js';
import { required } from '../../workbench/attempts.js';
import type { ApplyOptions } from '../commands/apply.js';
import { requireBelow, trustedFolder } from '../journal-trust.js';
import { namedStudy } from '../named-study.js';
import { answer, answerPatch, say } from '../text/terminal.js';
import { speedText } from '../text/trial-figures.js';
import { type RewrittenTrial, trialOf, withRewrittenTrial } from '../trial-patch.js';
import { keepForUndoing, undoingCommand } from '../undo-patch.js';

/** `mantissa apply`: prints a trial of a study as a patch (`-p1`), or writes it into the sources. */
export async function apply(number: string | undefined, options: ApplyOptions): Promise<void> {
  const study = namedStudy(options);
  if (options.phases) return applyPhases(study.state, options);
  const trial = trialOf(study, number);
  await withRewrittenTrial(
    study,
    trial,
    async (rewritten) => {
      const { isChanged, root, files, patch, notCompiled, sourcesAfter } = required(rewritten);
      if (isChanged && !options.force && study.state.applied && isInPlace(study.state.applied, root))
        throw new MantissaError(
          'MX2022',
          `trial ${study.state.applied.trial} of this study is already applied to the files`,
          {
            remedy: `run mantissa tune to tune the patched sources further, or undo the patch: ${undoingCommand(study.folder, study.state.applied.trial, patchFolder(root, study.state.applied.files)) ?? 'with git'}`,
          },
        );
      if (isChanged && !options.force)
        throw new MantissaError('MX2022', `the files have changed since the study in ${study.folder} was made`);
      say(notCompiled);
      if (!trial.accepted)
        say(
          `warning: trial ${trial.number} does not meet the goal (${trial.outcome}${trial.evidence ? `: ${trial.evidence}` : ''})\n`,
        );
      if (trial.measurement && trial.measurement.low <= 1)
        say(`warning: trial ${trial.number} is ${speedText(trial, study.started)}: the patch may not pay\n`);
      const folder = patchFolder(root, files);
      if (!options.write) return answerPatch(patch, folder);
      // symbolic links are resolved and written through, but must not lead out of the folder
      const targets = requireBelow(
        trustedFolder(options),
        files.map(({ absolutePath }) => absolutePath),
      );
      if (!options.force) await checkCleanTree(root);
      say(`writing\n${targets.map((target) => `  ${target}\n`).join('')}`); // with links resolved, before anything is written
      for (const [at, file] of files.entries()) {
        const target = targets[at]!;
        const mode = fs.existsSync(target) ? fs.statSync(target).mode : null;
        try {
          writeWhole(target, Buffer.from(file.after, 'latin1'));
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error);
          throw new MantissaError('MX1007', { text, place: { file: file.path } }, { cause: error });
        }
        if (mode !== null) fs.chmodSync(target, mode);
      }
      remember(study.folder, trial.number, sourcesAfter, files);
      answer(`${files.map(({ path }) => `${path}\n`).join('')}${count(files.length, 'file')} written\n`);
      const undoing = keepForUndoing(study.folder, trial.number, folder, patch);
      say(undoing === null ? 'the patch could not be saved for undoing\n' : `to undo: ${undoing}\n`);
    },
    options,
  );
}

/** Prints the patch of phases. It adds copies of functions, so that its author may want to edit it before it is applied. */
function applyPhases(state: StudyState, { write }: ApplyOptions): void {
  const { phases, program } = state;
  if (phases?.patch == null || program === null)
    throw new MantissaError(
      'MX2019',
      phases ? `the study has no patch for phases: ${phases.reason}` : 'the study did not search for phases',
      { remedy: phases ? 'apply a trial instead' : 'run the same mantissa tune command with --phases' },
    );
  if (write)
    throw new MantissaError('MX2004', '--write is not available with --phases', {
      remedy: 'print the patch into a file, and apply it with: patch -p1 < phases.patch',
    });
  answerPatch(phases.patch, programFolder(state, program));
}

/** Records the applied patch in the journal. A failure to write the journal is only reported, because the files are already written. */
function remember(folder: string, trial: number, sources: string, files: RewrittenTrial['files']): void {
  try {
    const journal = Journal.open(folder);
    try {
      journal.append({
        ...{ kind: 'applied', trial, sources },
        files: files.map(({ path, before, after }) => ({ path, before, after: digestText(after) })),
      });
    } finally {
      journal.close();
    }
  } catch (error) {
    if (!(error instanceof MantissaError)) throw error;
    say(`the study's journal does not record this patch: ${error.findings[0]?.text ?? error.message}\n`);
  }
}

const GIT_TIMEOUT_MS = 60_000;

/** Throws if git has uncommitted changes, which would make the edits hard to undo. A folder without git passes. */
async function checkCleanTree(root: string): Promise<void> {
  const inside = await run('git', ['-C', root, 'rev-parse', '--is-inside-work-tree'], { timeoutMs: GIT_TIMEOUT_MS });
  if (!inside.ok) return;
  const status = await run('git', ['-C', root, 'status', '--porcelain', '--untracked-files=no'], {
    timeoutMs: GIT_TIMEOUT_MS,
  });
  const changed = status.stdout.split('\n').filter(Boolean);
  if (!status.ok || changed.length > 0)
    throw new MantissaError(
      'MX2023',
      changed[0] ? `${count(changed.length, 'file')}, first ${changed[0].slice(3)}` : status.stderr,
    );
}
