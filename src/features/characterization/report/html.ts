import { escapeHtml } from '../../../core.js';
import type { Row } from '../record.js';

/** A value in a table, with three digits. */
export function valueText(value: Row['value'] | undefined): string {
  if (value === undefined) return '';
  if (value === 'infinite') return '∞';
  if (value === 'not a number') return 'NaN';
  if (typeof value === 'string') return value;
  const size = Math.abs(value);
  return value === 0 ? '0' : size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(3))) : value.toExponential(2);
}

/** Rows by one label and columns by another; cells without a row stay empty. */
export function pivotTable(caption: string, rows: readonly Row[], [down, across]: readonly [string, string]): string {
  if (rows.length === 0) return '';
  const names = (label: string) => [...new Set(rows.map(({ labels }) => labels[label] ?? ''))];
  const cells = new Map(rows.map((row) => [`${row.labels[down] ?? ''}\n${row.labels[across] ?? ''}`, row]));
  const columns = names(across);
  return `<div class="wide"><table><caption>${escapeHtml(caption)}</caption><thead><tr><th scope="col">${escapeHtml(down)}</th>${columns.map((one) => `<th scope="col">${escapeHtml(one)}</th>`).join('')}</tr></thead><tbody>
${names(down)
  .map(
    (one) =>
      `<tr><th scope="row">${escapeHtml(one)}</th>${columns.map((column) => cell(cells.get(`${one}\n${column}`))).join('')}</tr>`,
  )
  .join('\n')}
</tbody></table></div>`;
}

/** A time that did not settle is marked. */
function cell(row: Row | undefined): string {
  const mark = row?.settled === false ? '<abbr title="did not settle">*</abbr>' : '';
  return `<td>${valueText(row?.value)}${mark}</td>`;
}
