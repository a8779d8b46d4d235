/** GPUMixer's fast imprecise sets of operations; selecting one marks it in the source. */
import { Glyph, lookOf } from '../glyphs.js';
import type { Reader } from '../reading.js';
import { errorWords, plural, ratioWords } from '../words.js';

export function Sets({ reader }: { readonly reader: Reader }) {
  const { report, selection, select } = reader;
  if (report.sets.length === 0) return null;
  const shown = report.sets.slice(0, 200);
  return (
    <div class="sets">
      <h3>Fast imprecise sets</h3>
      <div class="table-scroll" role="region" aria-label="sets of operations" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>set</th>
              <th>function</th>
              <th>operations</th>
              <th>operations ÷ conversions</th>
              <th>error (shadow run)</th>
              <th>trials</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((set) => (
              <tr key={set.id} class={set.id === selection.set ? 'is-selected' : ''}>
                <td>
                  <button
                    type="button"
                    class="link"
                    aria-pressed={set.id === selection.set}
                    onClick={() => select({ set: set.id === selection.set ? null : set.id })}
                  >
                    {set.id}
                  </button>
                </td>
                <td>{set.function}</td>
                <td>{set.operations.length}</td>
                <td>{ratioWords(set.arithmeticToCast)}</td>
                <td>{errorWords(set.error)}</td>
                <td>
                  <TrialsOf reader={reader} set={set.id} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {report.kernels.map((kernel) => (
        <p key={kernel.name} class="caption">
          <b>{kernel.name}</b>: {plural(kernel.sets, 'set')}, {(100 * kernel.share).toFixed(0)} % of the{' '}
          {kernel.shareOf === 'time' ? 'time of all kernels' : 'operations of all kernels'}
          {kernel.registers && `, ${kernel.registers.baseline} registers per thread`}
          {kernel.registers?.mixed != null && `, ${kernel.registers.mixed} in mixed precision`}
          {kernel.setAside && `; not tried: ${kernel.setAside}`}
        </p>
      ))}
      <p class="caption">
        {plural(report.sets.length, 'set')}
        {shown.length < report.sets.length ? `, the first ${shown.length} shown` : ''}. Good is a large ratio of
        arithmetic operations to conversions with a small error. Select a set to see its operations in the source.
      </p>
    </div>
  );
}

const LISTED_TRIALS = 4;

function TrialsOf({ reader, set }: { readonly reader: Reader; readonly set: string }) {
  const trials = reader.report.trials.filter(({ sets, outcome }) => sets.includes(set) && outcome !== 'duplicate');
  return (
    <>
      {trials.slice(0, LISTED_TRIALS).map((trial) => (
        <button
          key={trial.number}
          type="button"
          class="link set-trial"
          onClick={() => reader.select({ trial: trial.number, set })}
        >
          <Glyph look={lookOf(trial)} /> {trial.number}
        </button>
      ))}
      {trials.length > LISTED_TRIALS && ` and ${trials.length - LISTED_TRIALS} more`}
    </>
  );
}
