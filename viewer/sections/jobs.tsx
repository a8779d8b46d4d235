/** The jobs of a study on a cluster. */
import type { JobsShown, ShownJob } from '../../src/report/document.js';
import { timeWords } from '../words.js';

const COLUMNS = ['job', 'kind', 'state', 'node', 'results', 'time', 'reason'] as const;

export function Jobs({ shown }: { readonly shown: JobsShown }) {
  const { jobs, counts, hidden, silence } = shown;
  return (
    <>
      <p role="status" id="jobs-summary">
        {counts.map(([state, number]) => `${number} ${state}`).join(', ')}
        {silence !== null && `. Slurm does not answer: ${silence}`}
      </p>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="jobs">
        <table id="jobs-table">
          <thead>
            <tr>
              {COLUMNS.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {jobs.map((one, at) => (
              <tr key={one.job ?? `unnamed-${at}`} class={one.isUnderWay ? 'job-under-way' : ''}>
                {cellsOf(one).map((text, column) => (
                  <td key={COLUMNS[column]}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && <p class="empty">{hidden} earlier jobs not shown; mantissa jobs --json lists all.</p>}
    </>
  );
}

function cellsOf({ job, kind, state, node, pieces, finished, timeMs, reason }: ShownJob): string[] {
  const time = timeMs === null ? '' : timeWords(timeMs);
  return [job ?? '?', kind, state, node ?? '', `${finished} of ${pieces}`, time, reason ?? ''];
}
