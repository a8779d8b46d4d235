/** A sortable list of trials that scrolls to the selected one. */
import { useMemo, useState } from 'preact/hooks';
import type { ReportTrial } from '../../src/report/document.js';
import { Glyph, lookOf } from '../glyphs.js';
import { loweredBy, loweredCount, type Reader } from '../reading.js';
import { VirtualList } from '../virtual-list.js';
import { errorWords, shortSpeedWords, speedWords } from '../words.js';

const ROW_HEIGHT = 28;
const LIST_HEIGHT = 452;

type Key = 'number' | 'error' | 'speedup' | 'lowered';

const COLUMNS: readonly { readonly key: Key; readonly words: string }[] = [
  { key: 'number', words: 'trial' },
  { key: 'error', words: 'error' },
  { key: 'speedup', words: 'speedup' },
  { key: 'lowered', words: 'lowered' },
];

export function TrialTable({ reader, shown }: { readonly reader: Reader; readonly shown: readonly ReportTrial[] }) {
  const { trial, best, select } = reader;
  const [order, setOrder] = useState<{ key: Key; isDown: boolean }>({ key: 'number', isDown: false });
  const sorted = useMemo(() => sortTrials(shown, order.key, order.isDown), [shown, order]);
  const at = sorted.findIndex(({ number }) => number === trial?.number);
  const sortBy = (key: Key) =>
    setOrder((before) => ({ key, isDown: before.key === key ? !before.isDown : key !== 'number' }));
  const move = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -sorted.length, End: sorted.length }[
      event.key
    ];
    if (way === undefined || sorted.length === 0) return;
    event.preventDefault();
    select({ trial: sorted[Math.min(sorted.length - 1, Math.max(0, at + way))]!.number });
  };
  return (
    <div class="trial-table">
      <div class="trial-row trial-head">
        {COLUMNS.map(({ key, words }) => (
          <button
            key={key}
            type="button"
            class="sort"
            aria-pressed={order.key === key}
            aria-label={`sort by ${words}`}
            onClick={() => sortBy(key)}
          >
            {words} {order.key === key ? (order.isDown ? '▾' : '▴') : ''}
          </button>
        ))}
      </div>
      <VirtualList
        count={sorted.length}
        rowHeight={ROW_HEIGHT}
        height={LIST_HEIGHT}
        focus={at < 0 ? null : at}
        label="trials; arrow keys move the selection"
        role="listbox"
        activeId={at < 0 ? undefined : `trial-row-${sorted[at]!.number}`}
        onKeyDown={move}
        row={(index) => (
          <Row
            key={sorted[index]!.number}
            reader={reader}
            trial={sorted[index]!}
            isSelected={index === at}
            isBest={sorted[index]!.number === best?.number}
          />
        )}
      />
    </div>
  );
}

interface RowProps {
  readonly reader: Reader;
  readonly trial: ReportTrial;
  readonly isSelected: boolean;
  readonly isBest: boolean;
}

function Row({ reader, trial, isSelected, isBest }: RowProps) {
  const names = loweredBy(reader, trial)
    .slice(0, 6)
    .map(({ dimension, format }) => `${dimension.id} ${format}`)
    .join(', ');
  return (
    <div
      id={`trial-row-${trial.number}`}
      class={`trial-row ${isSelected ? 'is-selected' : ''} ${trial.accepted ? '' : 'is-refused'}`}
      role="option"
      aria-selected={isSelected}
      title={trial.evidence ?? undefined}
      onClick={() => reader.select({ trial: trial.number })}
    >
      <span>
        <Glyph look={lookOf(trial)} /> {trial.number}
        {isBest ? ' ★' : ''}
      </span>
      <span>{trial.error === null ? trial.outcome : errorWords(trial.error)}</span>
      <span title={speedWords(trial)}>{shortSpeedWords(trial)}</span>
      <span class="names">
        {loweredCount(trial)}
        {names && `: ${names}`}
      </span>
    </div>
  );
}

export function sortTrials(trials: readonly ReportTrial[], key: Key, isDown: boolean): ReportTrial[] {
  const value = (trial: ReportTrial): number => {
    switch (key) {
      case 'number':
        return trial.number;
      case 'error':
        return trial.error === null ? Number.POSITIVE_INFINITY : Number(trial.error);
      case 'speedup':
        return trial.speedup ?? Number.NEGATIVE_INFINITY;
      case 'lowered':
        return loweredCount(trial);
    }
  };
  const way = isDown ? -1 : 1;
  return trials
    .map((trial) => ({ trial, value: value(trial) }))
    .sort((a, b) => (a.value === b.value ? a.trial.number - b.trial.number : way * (a.value < b.value ? -1 : 1)))
    .map(({ trial }) => trial);
}
