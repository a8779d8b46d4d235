/** The sections below the first screen, in the order of a sceptical reader's questions. */
import type { ComponentChildren } from 'preact';
import type { ReportDocument } from '../src/report/document.js';
import type { Reader } from './reading.js';
import { BlockErrors } from './sections/block-errors.js';
import { Differences } from './sections/differences.js';
import { ErrorByInput } from './sections/error-by-input.js';
import { Errors } from './sections/errors.js';
import { Matrix } from './sections/matrix.js';
import { Phases } from './sections/phases.js';
import { Progress } from './sections/progress.js';
import { Reproduce } from './sections/reproduce.js';
import { Sensitivity } from './sections/sensitivity.js';
import { Sets } from './sections/sets.js';
import { TimeSpent } from './sections/time-spent.js';
import { Timing } from './sections/timing.js';
import { TrialDetails } from './sections/trial-details.js';
import { TuningPlan } from './sections/tuning-plan.js';
import { SourceSection } from './source/source-section.js';

export interface ReportSection {
  /** Id of the section's element. */
  readonly id: string;
  /** Label in the bar. */
  readonly words: string;
  readonly title: string | ((reader: Reader) => string);
  /** Reason that the section is empty; null if it has content. */
  whyEmpty(report: ReportDocument): string | null;
  readonly Content: (props: { readonly reader: Reader }) => ComponentChildren;
}

const unless = (isThere: boolean, why: string) => (isThere ? null : why);

export const sections: readonly ReportSection[] = [
  {
    id: 'source',
    words: 'Source',
    title: 'Source',
    whyEmpty: ({ source }) => unless(source !== null, 'the journal lacks the program'),
    Content: ({ reader }) => (
      <>
        <SourceSection reader={reader} />
        <Sets reader={reader} />
        <BlockErrors reader={reader} />
      </>
    ),
  },
  {
    id: 'patch',
    words: 'Patch',
    title: 'Patch',
    whyEmpty: ({ patches }) => unless(patches.length > 0, 'no trial was built yet'),
    Content: Differences,
  },
  {
    id: 'search',
    words: 'Search',
    title: 'Search',
    whyEmpty: ({ trials }) => unless(trials.length > 0, 'no trial yet'),
    Content: ({ reader }) => (
      <>
        <TuningPlan reader={reader} />
        <div class="two-columns">
          <Progress reader={reader} />
          <Sensitivity reader={reader} />
        </div>
        <Matrix reader={reader} />
      </>
    ),
  },
  {
    id: 'phases',
    words: 'Phases',
    title: 'Lower precision in the first iterations',
    whyEmpty: ({ phases }) => unless(phases !== null, 'no phases of a loop were tried'),
    Content: Phases,
  },
  {
    id: 'errors',
    words: 'Errors',
    title: 'Errors of the output',
    whyEmpty: ({ errors }) => unless(errors.length > 0, 'no trial was built yet'),
    Content: ({ reader }) => (
      <>
        <Errors reader={reader} />
        <ErrorByInput reader={reader} />
      </>
    ),
  },
  {
    id: 'timing',
    words: 'Timing',
    title: 'Time',
    whyEmpty: ({ timings, time }) => unless(timings.length > 0 || time.phases.length > 0, 'nothing was timed'),
    Content: ({ reader }) => (
      <div class={reader.report.timings.length > 0 ? 'two-columns' : ''}>
        <Timing reader={reader} />
        <TimeSpent report={reader.report} />
      </div>
    ),
  },
  {
    id: 'trial',
    words: 'One trial',
    title: ({ trial }) => (trial ? `Trial ${trial.number}` : 'One trial'),
    whyEmpty: ({ trials }) => unless(trials.length > 0, 'no trial yet'),
    Content: TrialDetails,
  },
  {
    id: 'reproduce',
    words: 'Reproduce',
    title: 'Reproduce',
    whyEmpty: () => null,
    Content: ({ reader }) => <Reproduce report={reader.report} />,
  },
];
