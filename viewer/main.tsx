/** Entry of the page: the document that lies in it, and on a live page what its server says has changed. */
import { render } from 'preact';
import type { ReportDocument } from '../src/report/document.js';
import { App } from './app.js';
import { followStudy } from './live.js';
import './styles/styles.js';

const holder = document.getElementById('report-data')!;
const root = document.getElementById('app')!;
const first = JSON.parse(holder.textContent ?? 'null') as ReportDocument | null;

function show(report: ReportDocument | null, connection: 'file' | 'live' | 'lost'): void {
  render(<App report={report} connection={connection} />, root);
}

if (holder.hasAttribute('data-live')) {
  show(first, 'live');
  followStudy(first, show);
} else {
  show(first, 'file');
}
