import type { JobsShown, ReportDocument } from '../src/report/document.js';

/** Shows every state of a running study that its server sends. The browser reconnects automatically. */
export function followStudy(
  first: ReportDocument | null,
  show: (report: ReportDocument | null, connection: 'live' | 'lost', jobs: JobsShown | null) => void,
): void {
  let latest = first;
  let jobs: JobsShown | null = null;
  const events = new EventSource('events');
  events.addEventListener('report', ({ data }: MessageEvent<string>) => {
    latest = JSON.parse(data) as ReportDocument | null;
    show(latest, 'live', jobs);
  });
  events.addEventListener('jobs', ({ data }: MessageEvent<string>) => {
    jobs = JSON.parse(data) as JobsShown;
    show(latest, 'live', jobs);
  });
  events.addEventListener('open', () => show(latest, 'live', jobs));
  events.addEventListener('error', () => show(latest, 'lost', jobs));
}
