import type { ReportDocument } from '../src/report/document.js';

/** Shows every state of a running study that its server sends; the browser itself takes up a connection that was lost. */
export function followStudy(
  first: ReportDocument | null,
  show: (report: ReportDocument | null, connection: 'live' | 'lost') => void,
): void {
  let latest = first;
  const events = new EventSource('events');
  events.addEventListener('report', ({ data }: MessageEvent<string>) => {
    latest = JSON.parse(data) as ReportDocument | null;
    show(latest, 'live');
  });
  events.addEventListener('open', () => show(latest, 'live'));
  events.addEventListener('error', () => show(latest, 'lost'));
}
