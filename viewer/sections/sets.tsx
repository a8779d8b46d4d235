/** GPUMixer's sets of operations: selecting one draws it on the source. */
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
              <th>error, shadow run</th>
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
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="caption">
        {plural(report.sets.length, 'set')}
        {shown.length < report.sets.length ? `, the first ${shown.length} shown` : ''}. Good is a large ratio of
        arithmetic operations to conversions with a small error. Select a set to see its operations in the source.
      </p>
    </div>
  );
}
