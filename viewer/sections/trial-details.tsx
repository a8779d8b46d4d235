/** One trial: its proposal, its results, and the commands that reproduce it. */
import { memo } from 'preact/compat';
import { FormatChip } from '../glyphs.js';
import { loweredBy, type Reader, showsSameTrial } from '../reading.js';
import { errorWords, plural, speedWords, timeWords } from '../words.js';
import { Command } from './command.js';

export const TrialDetails = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, trial, letterOf, select } = reader;
  if (!trial) return <p class="empty">No trial yet.</p>;
  const lowered = loweredBy(reader, trial);
  const { confirmation } = trial;
  const timing = report.timings.find((one) => one.trial === trial.number);
  const configuration = JSON.stringify({
    schemaVersion: 1,
    formats: Object.fromEntries(lowered.map(({ dimension, format }) => [dimension.id, format])),
    ...trial.besides,
  });
  const study = quote(report.study);
  return (
    <>
      <ol class="derivation">
        <li>
          Proposed by <b>{report.strategy}</b> (seed {report.seed}) as trial {trial.number}:{' '}
          {lowered.length === 0 ? 'the original program' : `${loweredWords(lowered)} lowered`}
          {trial.sets.length > 0 &&
            ` (${plural(trial.sets.length, 'set')}: ${trial.sets.slice(0, 6).join(', ')}${trial.sets.length > 6 ? ' …' : ''})`}
          {trial.blocks && `; thread-block sizes: ${trial.blocks}`}; digest <code>{trial.resolution}</code>
        </li>
        <li>
          {HOW[trial.how]} on the {report.engine} engine
          {trial.durationMs > 0 ? ` in ${timeWords(trial.durationMs)}` : ''}: <b>{trial.outcome}</b>
          {trial.error !== null && `, ${report.goal.metric} ${errorWords(trial.error)} (goal ${report.goal.text})`},{' '}
          {trial.accepted ? 'goal met' : 'goal missed'}
        </li>
        {trial.speedup !== null && <li>Speedup: {speedWords(trial)}</li>}
        {confirmation && (
          <li>
            Rewritten, built and run on {confirmation.inputs.join(', ')}: <b>{confirmation.outcome}</b>
            {confirmation.asEmulated ? '; output identical to the emulation' : ''}
          </li>
        )}
        {confirmation && <li>Memory: {confirmation.memory.text}</li>}
        {timing && (
          <li>
            Timed in {timing.samples.length} runs, alternating with the baseline: {timing.verdict}
          </li>
        )}
        {report.verifications
          .filter((one) => one.trial === trial.number)
          .map(({ text }) => (
            <li key={text}>Verified: {text}</li>
          ))}
      </ol>
      {trial.evidence && (
        <>
          <h3>Evidence</h3>
          <pre class="log">{[trial.evidence, confirmation?.memory.report].filter(Boolean).join('\n\n')}</pre>
        </>
      )}
      {report.constraints
        .filter((one) => one.trial === trial.number)
        .map(({ text }) => (
          <p key={text}>Resulting constraint: {text}</p>
        ))}
      {lowered.length > 0 && (
        <details open={lowered.length <= 24}>
          <summary>{loweredWords(lowered)} lowered</summary>
          <ul class="lowered">
            {lowered.map(({ dimension, format }) => (
              <li key={dimension.id}>
                <FormatChip format={format} letter={letterOf(format)} />{' '}
                <button type="button" class="link" onClick={() => select({ place: dimension.id })}>
                  {dimension.id}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <h3>Commands</h3>
      <Command text={`mantissa show ${trial.number} --study ${study}`} does="show its facts and its patch" />
      <Command
        text={`mantissa apply ${trial.number} --study ${study} > tuned.patch`}
        does="write its patch to a file"
      />
      <Command text={`echo '${configuration}' > trial-${trial.number}.json`} does="write its configuration to a file" />
      <Command
        text={`mantissa run ${report.reproduce.inputs.map(quote).join(' ')} --configuration trial-${trial.number}.json --how built --engine ${report.engine}${argumentsOf(report.inputs)}`}
        does="build and run it"
      />
    </>
  );
}, showsSameTrial);

function loweredWords(lowered: ReturnType<typeof loweredBy>): string {
  const operations = lowered.filter(({ dimension }) => dimension.kind === 'operation').length;
  const groups = lowered.length - operations;
  return [groups > 0 && plural(groups, 'group'), operations > 0 && plural(operations, 'operation')]
    .filter(Boolean)
    .join(' and ');
}

const HOW = {
  emulated: 'Emulated in the instrumented program',
  rebuilt: 'Rewritten, built and run',
  known: 'Result known from an earlier trial, not run,',
} as const;

function argumentsOf(inputs: Reader['report']['inputs']): string {
  const first = inputs.find(({ heldOut }) => !heldOut);
  return first && first.arguments.length > 0 ? ` -- ${first.arguments.map(quote).join(' ')}` : '';
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
