/** The page: a bar that stays, then the sections in the order a sceptic asks. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobsShown, ReportDocument } from '../src/report/document.js';
import { Glyph, lookOf } from './glyphs.js';
import { type Reader, readReport } from './reading.js';
import { Differences } from './sections/differences.js';
import { ErrorByInput } from './sections/error-by-input.js';
import { Errors } from './sections/errors.js';
import { Jobs } from './sections/jobs.js';
import { Matrix } from './sections/matrix.js';
import { Progress } from './sections/progress.js';
import { Reproduce } from './sections/reproduce.js';
import { Sensitivity } from './sections/sensitivity.js';
import { Sets } from './sections/sets.js';
import { TimeSpent } from './sections/time-spent.js';
import { Timing } from './sections/timing.js';
import { TrialDetails } from './sections/trial-details.js';
import { Trials } from './sections/trials.js';
import { TuningPlan } from './sections/tuning-plan.js';
import { VerdictSection } from './sections/verdict.js';
import { useSelection } from './selection.js';
import { SourceSection } from './source/source-section.js';
import { ThemeButton } from './theme.js';
import { useIsPrinting } from './virtual-list.js';
import { errorWords, speedWords } from './words.js';

export type Connection = 'file' | 'live' | 'lost';

const SECTIONS = [
  ['verdict', 'Verdict'],
  ['trials', 'Trials'],
  ['jobs', 'Jobs'],
  ['source', 'Source'],
  ['patch', 'Patch'],
  ['search', 'Search'],
  ['errors', 'Errors'],
  ['timing', 'Timing'],
  ['trial', 'One trial'],
  ['reproduce', 'Reproduce'],
] as const;
type SectionId = (typeof SECTIONS)[number][0];

export function App({
  report,
  connection,
  jobs,
}: {
  readonly report: ReportDocument | null;
  readonly connection: Connection;
  /** Of a study on a cluster, on its live page. */
  readonly jobs: JobsShown | null;
}) {
  if (!report) return <Waiting connection={connection} jobs={jobs} />;
  return <Report report={report} connection={connection} jobs={jobs} />;
}

function Waiting({ connection, jobs }: { readonly connection: Connection; readonly jobs: JobsShown | null }) {
  return (
    <main class="waiting">
      <h1>No study yet</h1>
      <p>The journal is empty: nothing has run so far. This page fills as soon as mantissa tune writes to it.</p>
      {connection === 'lost' && <p role="status">The server is gone; start mantissa serve again.</p>}
      {jobs && <Jobs shown={jobs} />}
    </main>
  );
}

function Report({
  report,
  connection,
  jobs,
}: {
  readonly report: ReportDocument;
  readonly connection: Connection;
  readonly jobs: JobsShown | null;
}) {
  const reading = useMemo(() => readReport(report), [report]);
  const [selection, select] = useSelection();
  const chosen = selection.trial === null ? null : (reading.trialOf.get(selection.trial) ?? null);
  const reader: Reader = { ...reading, selection, select, trial: chosen ?? reading.best };
  const follower: Reader = { ...reader, trial: useAfterPaint(report, reader.trial) };
  const isPainted = useIsFirstPainted();
  const isPrinting = useIsPrinting();
  const isFirstPainted = isPainted || isPrinting;
  return (
    <>
      <button type="button" class="skip" onClick={() => jump('verdict')}>
        Skip to the verdict
      </button>
      <TopBar reader={reader} connection={connection} isChosen={chosen !== null} hasJobs={jobs !== null} />
      <main id="main">
        <Section id="verdict" title="Verdict">
          <VerdictSection report={report} />
        </Section>
        <Section id="trials" title="Accuracy against speed">
          <Trials reader={reader} />
        </Section>
        {jobs && (
          <Section id="jobs" title="Jobs">
            <Jobs shown={jobs} />
          </Section>
        )}
        {isFirstPainted && <Below reader={follower} />}
      </main>
    </>
  );
}

/** What is below the first screen waits until that is on it. */
function useIsFirstPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setIsPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** The trial a frame after it was chosen: the plot, the table and the bar answer a click first, and what is below them follows. */
function useAfterPaint(report: ReportDocument, trial: Reader['trial']): Reader['trial'] {
  const [shown, setShown] = useState({ report, trial });
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setShown({ report, trial })));
    return () => cancelAnimationFrame(frame);
  }, [report, trial]);
  return shown.report === report ? shown.trial : trial; // a trial of an earlier state of the study is another one
}

/** What a report has nothing to show of, with the reason: such sections are one line together. */
function emptySections({ source, patches, trials, errors, timings, time }: ReportDocument): Map<SectionId, string> {
  const built = 'no trial was built yet';
  return new Map([
    ...(source ? [] : [['source', 'this study did not keep its program'] as const]),
    ...(patches.length > 0 ? [] : [['patch', built] as const]),
    ...(trials.length > 0 ? [] : [['search', 'no trial yet'] as const, ['trial', 'no trial yet'] as const]),
    ...(errors.length > 0 ? [] : [['errors', built] as const]),
    ...(timings.length > 0 || time.phases.length > 0 ? [] : [['timing', 'nothing was timed'] as const]),
  ]);
}

function Below({ reader }: { readonly reader: Reader }) {
  const { report } = reader;
  const empty = emptySections(report);
  const has = (id: SectionId) => !empty.has(id);
  return (
    <>
      {has('source') && (
        <Section id="source" title="Source">
          <SourceSection reader={reader} />
          <Sets reader={reader} />
        </Section>
      )}
      {has('patch') && (
        <Section id="patch" title="Patch">
          <Differences reader={reader} />
        </Section>
      )}
      {has('search') && (
        <Section id="search" title="The search">
          <TuningPlan reader={reader} />
          <div class="two-columns">
            <Progress reader={reader} />
            <Sensitivity reader={reader} />
          </div>
          <Matrix reader={reader} />
        </Section>
      )}
      {has('errors') && (
        <Section id="errors" title="Errors of the output">
          <Errors reader={reader} />
          <ErrorByInput reader={reader} />
        </Section>
      )}
      {has('timing') && (
        <Section id="timing" title="Time">
          <div class={report.timings.length > 0 ? 'two-columns' : ''}>
            <Timing reader={reader} />
            <TimeSpent report={report} />
          </div>
        </Section>
      )}
      {has('trial') && (
        <Section id="trial" title={reader.trial ? `Trial ${reader.trial.number}` : 'One trial'}>
          <TrialDetails reader={reader} />
        </Section>
      )}
      {empty.size > 0 && (
        <p class="folded" id="folded">
          Nothing to show of{' '}
          {[...empty]
            .map(([id, why]) => `${SECTIONS.find(([one]) => one === id)![1].toLowerCase()} (${why})`)
            .join(', ')}
          .
        </p>
      )}
      <Section id="reproduce" title="Reproduce">
        <Reproduce report={report} />
      </Section>
    </>
  );
}

function TopBar({
  reader,
  connection,
  isChosen,
  hasJobs,
}: {
  readonly reader: Reader;
  readonly connection: Connection;
  readonly isChosen: boolean;
  readonly hasJobs: boolean;
}) {
  const { report, trial, best, select } = reader;
  const empty = emptySections(report);
  return (
    <header class="top-bar">
      <div class="top-line">
        <strong class="program">{report.program}</strong>
        <ConditionBadge report={report} connection={connection} />
        {trial && (
          <span class="chosen" role="status">
            <Glyph look={lookOf(trial)} /> trial {trial.number}
            {trial.number === best?.number ? `, ${isSettled(report) ? 'recommended' : 'best so far'}` : ''}:{' '}
            {errorWords(trial.error)}, {speedWords(trial)}
            {isChosen && best && trial.number !== best.number && (
              <button type="button" class="quiet" onClick={() => select({ trial: null })}>
                back to {best.number}
              </button>
            )}
          </span>
        )}
        <ThemeButton />
      </div>
      <nav class="sections" aria-label="Sections">
        {SECTIONS.filter(([id]) => !empty.has(id) && (id !== 'jobs' || hasJobs)).map(([id, words]) => (
          <button key={id} type="button" onClick={() => jump(id)}>
            {words}
          </button>
        ))}
      </nav>
    </header>
  );
}

/** The address holds the selection, so sections are not in it. */
function jump(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

/** Whether the study has chosen: before that, the fastest so far stands in. */
function isSettled({ state }: ReportDocument): boolean {
  return state.kind === 'finished' || state.kind === 'stopped';
}

function ConditionBadge({ report, connection }: { readonly report: ReportDocument; readonly connection: Connection }) {
  const live = connection === 'live' ? 'live · ' : connection === 'lost' ? 'connection lost · ' : '';
  return (
    <span class={`badge state-${report.state.kind}`} role="status">
      {live}
      {report.state.kind.replace('-', ' ')}
    </span>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
