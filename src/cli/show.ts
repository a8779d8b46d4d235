import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { JudgedTrial } from '../journal/replay.js';
import { errorText, goalText } from '../study/judge-output.js';
import { type RecordedStudy, readStudy, type StudyOptions } from './open-study.js';
import { answer, terminalPaint } from './terminal.js';
import { trialOf, withRewrittenTrial } from './trial-patch.js';
import { speedText } from './tune-answer.js';

/** `mantissa show`: all that is known about one trial, and its patch. */
export async function show(number: string, options: StudyOptions & { json?: boolean }): Promise<void> {
  const study = readStudy(options);
  const trial = trialOf(study, number);
  const patch = await patchOf(study, trial);
  if (options.json)
    return answer(`${JSON.stringify({ schemaVersion: 1, goal: study.started.goal, trial, ...patch }, null, 2)}\n`);
  const { bold } = terminalPaint();
  const lines = [
    bold(`trial ${trial.number} of ${study.started.program}: ${trial.outcome}`),
    ...facts(study, trial),
    '',
  ];
  answer(Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), Buffer.from(patch.patch ?? `${patch.why}\n`, 'latin1')]));
}

function facts({ started }: RecordedStudy, trial: JudgedTrial): string[] {
  const { confirmation, measurement } = trial;
  const samples = measurement?.samples.length ?? 0;
  return [
    `  goal       ${goalText(started.goal)}`,
    ...(trial.error === null ? [] : [`  error      ${errorText(started.goal.metric, trial.error)}`]),
    ...(trial.speedup === null
      ? []
      : [`  speed      ${speedText(trial)}${samples > 0 ? `, ${samples} timed runs` : ''}`]),
    ...(trial.evidence === null ? [] : [`  evidence   ${trial.evidence}`]),
    `  judged     ${trial.how} on ${started.engine}, ${trial.durationMs.toFixed(0)} ms`,
    ...(confirmation
      ? [
          `  built      ${confirmation.outcome} on ${confirmation.inputs.join(', ')}${confirmation.asEmulated ? ', exactly as emulated' : ''}`,
        ]
      : []),
    ...Object.entries(trial.formats).map(([id, format]) => `  ${format.padEnd(9)}  ${id}`),
  ];
}

/** The patch, or why there is none. */
async function patchOf(
  study: RecordedStudy,
  trial: JudgedTrial,
): Promise<{ patch: string | null; why: string | null }> {
  try {
    return await withRewrittenTrial(study, trial, async ({ isChanged, patch }) =>
      isChanged ? { patch: null, why: 'the sources have changed since: no patch can be shown' } : { patch, why: null },
    );
  } catch (error) {
    if (!(error instanceof MantissaError) || error.code !== 'MX4006') throw error;
    return { patch: null, why: `no patch: ${error.findings[0]?.text ?? error.message}` };
  }
}
