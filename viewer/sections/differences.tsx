/** The patch of a built trial, old and new text side by side. */
import { memo } from 'preact/compat';
import type { DiffRow } from '../../src/report/document.js';
import { bytesOf, saveFile } from '../download.js';
import { type Reader, showsSameTrial } from '../reading.js';
import { type Piece, wordChanges } from '../word-changes.js';

const MOST_ROWS = 1500;

export const Differences = memo(({ reader }: { readonly reader: Reader }) => {
  const { report, trial, best, select } = reader;
  const own = report.patches.find((one) => one.trial === trial?.number);
  const patch = own ?? report.patches.find((one) => one.trial === best?.number);
  if (!patch)
    return (
      <p class="empty">
        {trial
          ? `Trial ${trial.number} was emulated, not built: mantissa apply ${trial.number} prints its patch.`
          : 'No trial has been built yet.'}
      </p>
    );
  let budget = MOST_ROWS;
  return (
    <>
      {!own && trial && (
        <p class="hint">
          Trial {trial.number} was emulated, not built, so the journal has no patch for it;{' '}
          <code>mantissa apply {trial.number}</code> prints one. This is the patch of trial {patch.trial}.
        </p>
      )}
      {patch.files.map(({ path, hunks }) => (
        <div key={path} class="diff">
          <h3>{path}</h3>
          <div class="table-scroll" role="region" aria-label={`changes of ${path}`} tabIndex={0}>
            <table>
              <colgroup>
                <col class="numbers" />
                <col />
                <col class="numbers" />
                <col />
              </colgroup>
              <thead class="visually-hidden">
                <tr>
                  <th>line before</th>
                  <th>before</th>
                  <th>line after</th>
                  <th>after</th>
                </tr>
              </thead>
              {hunks.map((hunk) => {
                const rows = hunk.rows.slice(0, Math.max(0, budget));
                budget -= hunk.rows.length;
                return rows.length === 0 ? null : (
                  <tbody key={hunk.title}>
                    {rows.map((row) => (
                      <Row key={`${row.left?.line} ${row.right?.line}`} row={row} />
                    ))}
                  </tbody>
                );
              })}
            </table>
          </div>
        </div>
      ))}
      {budget < 0 && <p class="hint">{-budget} more lines not shown; the download has the whole patch.</p>}
      <p class="downloads">
        <button
          type="button"
          onClick={() => saveFile(`trial-${patch.trial}.patch`, 'text/x-patch', bytesOf(patch.text))}
        >
          Download the patch
        </button>{' '}
        {report.patches.length > 1 && (
          <span class="hint">
            Other built trials:{' '}
            {report.patches
              .filter((one) => one !== patch)
              .map((one, at) => (
                <span key={one.trial}>
                  {at > 0 && ', '}
                  <button type="button" class="link" onClick={() => select({ trial: one.trial })}>
                    {one.trial}
                  </button>
                </span>
              ))}
          </span>
        )}
      </p>
    </>
  );
}, showsSameTrial);

function Row({ row: { left, right, isChanged } }: { readonly row: DiffRow }) {
  const changes = isChanged && left && right ? wordChanges(left.text, right.text) : null;
  return (
    <tr class={isChanged ? 'is-changed' : ''}>
      <td class="number">{left?.line}</td>
      <td class={left === null ? 'nothing' : 'before'}>{changes ? <Words pieces={changes.before} /> : left?.text}</td>
      <td class="number">{right?.line}</td>
      <td class={right === null ? 'nothing' : 'after'}>{changes ? <Words pieces={changes.after} /> : right?.text}</td>
    </tr>
  );
}

function Words({ pieces }: { readonly pieces: readonly Piece[] }) {
  return <>{pieces.map(({ text, isChanged }) => (isChanged ? <mark>{text}</mark> : text))}</>;
}
