/**
 * `mantissa serve`: shows the report of a study while it runs, on this machine only. It reads the journal and the results of cluster jobs,
 * takes no lock and writes nothing, so it cannot disturb the study. The address contains a secret, without which the server answers 404.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { LiveJobs } from '../../features/cluster/live-jobs.js';
import { JOURNAL_FILE } from '../../journal/journal.js';
import { contentPolicy, escapeJson, renderPage } from '../../report/page.js';
import type { ServeOptions } from '../commands/serve.js';
import { interruption } from '../interruption.js';
import { LiveReport } from '../live-report.js';
import { studyFolderOf } from '../named-study.js';
import { wholeNumber } from '../option-values.js';
import { viewerTemplate } from '../report-of-study.js';
import { answer } from '../text/terminal.js';

const POLL_MS = 500;
const KEEP_ALIVE_MS = 15_000;
const HOST = '127.0.0.1';

export async function serve(folder: string | undefined, options: ServeOptions): Promise<void> {
  const study = studyFolderOf(folder ?? options.study);
  const template = viewerTemplate();
  const live = new LiveReport(study);
  const jobs = new LiveJobs(study);
  const token = randomBytes(16).toString('hex');
  const listeners = new Set<http.ServerResponse>();
  const server = http.createServer((request, response) => {
    const place = pathAfterSecret(token, request.url ?? '');
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (place === null || !isThisMachine(request.headers.host)) return refuse(response, 404);
    if (request.method !== 'GET') return refuse(response, 405);
    if (place === 'events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
      response.write(reportEvent(live));
      if (jobs.latest) response.write(jobsEvent(jobs));
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return;
    }
    if (place !== '') return refuse(response, 404);
    response.setHeader('Content-Security-Policy', `${contentPolicy(template, true)}; frame-ancestors 'none'`);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(renderPage(template, live.latest, { live: true }));
  });
  const port = await listen(server, wholeNumber('--port', options.port, 0, 65_535));
  answer(`http://${HOST}:${port}/${token}/\n`);
  answer(`showing ${path.join(study, JOURNAL_FILE)} read-only; Ctrl-C stops this server, not the study\n`);

  const polling = setInterval(() => {
    const send = (event: string) => {
      for (const listener of listeners) listener.write(event);
    };
    if (live.refresh()) send(reportEvent(live));
    jobs.refresh().then(
      (isChanged) => isChanged && send(jobsEvent(jobs)),
      () => undefined, // `mantissa jobs` reports an unreadable ledger
    );
  }, POLL_MS);
  const keepingAlive = setInterval(() => {
    for (const listener of listeners) listener.write(': keep-alive\n\n');
  }, KEEP_ALIVE_MS);
  await interrupted();
  clearInterval(polling);
  clearInterval(keepingAlive);
  server.close();
  server.closeAllConnections();
}

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** The path after the secret in an address; null if the secret is wrong. */
function pathAfterSecret(token: string, address: string): string | null {
  const [, first = '', ...rest] = address.split('?')[0]!.split('/');
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(first), digest(token)) && rest.length > 0 ? rest.join('/') : null;
}

/** Rejects requests under other host names, with which a foreign page could reach this server (DNS rebinding). */
function isThisMachine(host: string | undefined): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host ?? '');
}

function refuse(response: http.ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain' });
  response.end(`${http.STATUS_CODES[status]}\n`);
}

function reportEvent({ latest }: LiveReport): string {
  return `event: report\ndata: ${escapeJson(latest)}\n\n`;
}

function jobsEvent({ latest }: LiveJobs): string {
  return `event: jobs\ndata: ${escapeJson(latest)}\n\n`;
}

function listen(server: http.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new MantissaError('MX1011', error.message, { cause: error })));
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function interrupted(): Promise<void> {
  const signal = interruption();
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    process.once('SIGTERM', () => resolve());
  });
}
