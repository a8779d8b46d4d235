/** The page: a fixed bar, then the sections in the order of a sceptical reader's questions. */
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JobsShown, ReportDocument } from '../src/report/document.js';
import { Glyph, lookOf } from './glyphs.js';
import { type Reader, readReport } from './reading.js';
import { sections } from './section-list.js';
import { Jobs } from './sections/jobs.js';
import { Trials } from './sections/trials.js';
import { VerdictSection } from './sections/verdict.js';
import { useSelection } from './selection.js';
import { ThemeButton } from './theme.js';
import { useIsPrinting } from './virtual-list.js';
import { errorWords, speedWords } from './words.js';

export type Connection = 'file' | 'live' | 'lost';

/** Links of the bar to the first screen. */
const FIRST = [
  ['verdict', 'Verdict'],
  ['trials', 'Trials'],
  ['jobs', 'Jobs'],
] as const;

export function App({
  report,
  connection,
  jobs,
}: {
  readonly report: ReportDocument | null;
  readonly connection: Connection;
  /** Cluster jobs, on the live page of a study on a cluster. */
  readonly jobs: JobsShown | null;
}) {
  if (!report) return <Waiting connection={connection} jobs={jobs} />;
  return <Report report={report} connection={connection} jobs={jobs} />;
}

function Waiting({ connection, jobs }: { readonly connection: Connection; readonly jobs: JobsShown | null }) {
  return (
    <main class="waiting">
      <h1>No study yet</h1>
      <p>The journal is empty. This page updates as soon as mantissa tune writes to it.</p>
      {connection === 'lost' && <p role="status">The connection to the server is lost; start mantissa serve again.</p>}
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

/** True after the first screen has been painted; sections below it are rendered after that. */
function useIsFirstPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setIsPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** The trial, delayed by a frame: the plot, the table and the bar react to a click first, the sections below follow. */
function useAfterPaint(report: ReportDocument, trial: Reader['trial']): Reader['trial'] {
  const [shown, setShown] = useState({ report, trial });
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setShown({ report, trial })));
    return () => cancelAnimationFrame(frame);
  }, [report, trial]);
  return shown.report === report ? shown.trial : trial; // after an update of the report the delayed trial is outdated
}

/** Sections with content; empty sections are listed in one line before the last section. */
function Below({ reader }: { readonly reader: Reader }) {
  const shown = sections.filter(({ whyEmpty }) => whyEmpty(reader.report) === null);
  const empty = sections.flatMap(({ words, whyEmpty }) => {
    const why = whyEmpty(reader.report);
    return why === null ? [] : [`${words.toLowerCase()} (${why})`];
  });
  return shown.map(({ id, title, Content }) => (
    <Fragment key={id}>
      {id === shown.at(-1)!.id && empty.length > 0 && (
        <p class="folded" id="folded">
          Empty sections: {empty.join(', ')}.
        </p>
      )}
      <Section id={id} title={typeof title === 'string' ? title : title(reader)}>
        <Content reader={reader} />
      </Section>
    </Fragment>
  ));
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
  const below = sections.flatMap(({ id, words, whyEmpty }) =>
    whyEmpty(report) === null ? [[id, words] as const] : [],
  );
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
        {[...FIRST.filter(([id]) => id !== 'jobs' || hasJobs), ...below].map(([id, words]) => (
          <button key={id} type="button" onClick={() => jump(id)}>
            {words}
          </button>
        ))}
      </nav>
    </header>
  );
}

/** Scrolls to a section. The address stores the selection, so it cannot name sections. */
function jump(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.querySelector('h2')?.focus({ preventScroll: true });
}

/** Whether the study has made its recommendation; before that, the fastest trial so far is shown. */
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
