/** The plot and the table of trials, with a common selection and filter. */
import { memo } from 'preact/compat';
import { useMemo, useState } from 'preact/hooks';
import type { ReportTrial } from '../../src/report/document.js';
import { Glyph, LOOKS, type Look, lookOf } from '../glyphs.js';
import { AS_DECLARED, type Reader, showsSameTrial } from '../reading.js';
import { wholeWords } from '../words.js';
import { AccuracySpeed } from './accuracy-speed.js';
import { TrialTable } from './trial-table.js';

export const Trials = memo(({ reader }: { readonly reader: Reader }) => {
  const { report } = reader;
  const [hidden, setHidden] = useState<ReadonlySet<Look>>(new Set(['duplicate']));
  const [lowers, setLowers] = useState('');
  const counts = useMemo(() => {
    const found = new Map<Look, number>();
    for (const trial of report.trials) found.set(lookOf(trial), (found.get(lookOf(trial)) ?? 0) + 1);
    return found;
  }, [report]);
  const shown = useMemo(() => filterTrials(reader, hidden, lowers), [report, hidden, lowers]);
  const toggle = (look: Look) => {
    const next = new Set(hidden);
    if (!next.delete(look)) next.add(look);
    setHidden(next);
  };
  if (report.trials.length === 0) return <p class="empty">No trial has finished yet.</p>;
  return (
    <>
      {report.trials.length === 1 && report.state.kind !== 'running' && (
        <p class="empty">
          The study has one trial: its result left no faster combination to try. For more accurate alternatives, tune
          again with <code>--front</code>.
        </p>
      )}
      <div class="filters">
        <fieldset>
          <legend>Show</legend>
          {LOOKS.filter(({ look }) => counts.has(look)).map(({ look, words }) => (
            <label key={look}>
              <input type="checkbox" checked={!hidden.has(look)} onChange={() => toggle(look)} />
              <Glyph look={look} /> {words} <span class="count">{counts.get(look)}</span>
            </label>
          ))}
        </fieldset>
        <label class="search">
          lowering{' '}
          <input
            type="search"
            placeholder="name of a variable"
            value={lowers}
            onInput={(event) => setLowers(event.currentTarget.value)}
          />
        </label>
        <span class="count" role="status">
          {wholeWords(shown.length)} of {wholeWords(report.trials.length)}
        </span>
      </div>
      <div class="plot-and-table">
        <AccuracySpeed reader={reader} shown={shown} />
        <TrialTable reader={reader} shown={shown} />
      </div>
    </>
  );
}, showsSameFigure);

function showsSameFigure(before: { readonly reader: Reader }, after: { readonly reader: Reader }): boolean {
  return showsSameTrial(before, after) && before.reader.selection.axes === after.reader.selection.axes;
}

function filterTrials({ report }: Reader, hidden: ReadonlySet<Look>, lowers: string): readonly ReportTrial[] {
  const wanted = lowers.trim().toLowerCase();
  const columns = report.dimensions.flatMap(({ id }, at) => (wanted && id.toLowerCase().includes(wanted) ? [at] : []));
  return report.trials.filter(
    (trial) =>
      !hidden.has(lookOf(trial)) && (wanted === '' || columns.some((column) => trial.cells[column] !== AS_DECLARED)),
  );
}
