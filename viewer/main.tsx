/** Entry point of the page: shows the embedded document, and on a live page the updates of the server. */
import { render } from 'preact';
import type { JobsShown, ReportDocument } from '../src/report/document.js';
import { App } from './app.js';
import { followStudy } from './live.js';
import './styles/styles.js';
import { unpackRows } from './unpack-rows.js';

const holder = document.getElementById('report-data')!;
const root = document.getElementById('app')!;
const first = unpackRows(JSON.parse(holder.textContent ?? 'null')) as ReportDocument | null;

function show(
  report: ReportDocument | null,
  connection: 'file' | 'live' | 'lost',
  jobs: JobsShown | null = null,
): void {
  if (connection !== 'file') document.title = `${titleOf(report)} – Mantissa`;
  render(<App report={report} connection={connection} jobs={jobs} />, root);
}

/** Title of the browser tab. */
function titleOf(report: ReportDocument | null): string {
  if (!report) return 'waiting for a study';
  const { program, state, trials, best } = report;
  const fastest = trials.find(({ number }) => number === best);
  const speed = fastest?.speedup == null ? '' : `, ${fastest.speedup.toFixed(2)}× ${fastest.speedupKind}`;
  return state.kind === 'running'
    ? `${program}: ${trials.length} ${trials.length === 1 ? 'trial' : 'trials'}${speed}`
    : `${program}: ${state.kind}${speed}`;
}

if (holder.hasAttribute('data-live')) {
  show(first, 'live');
  followStudy(first, show);
} else {
  show(first, 'file');
}
