/** The report as one HTML file: the built viewer with the document in it. Nothing in it may ask the network for anything. */
import { createHash } from 'node:crypto';
import { visibleText } from '../support/visible-text.js';
import type { ReportDocument } from './document.js';
import { escapeHtml } from './html.js';
import { packRows } from './packed-rows.js';

const DATA = '<!--report-data-->';
const POLICY = '<!--report-policy-->';
const TITLE = '<!--report-title-->';

/** `live`: the page then asks its own server for changes, and for nothing else. */
export function renderPage(template: string, report: ReportDocument | null, { live = false } = {}): string {
  const data = `<script id="report-data" type="application/json"${live ? ' data-live' : ''}>${escapeJson(packRows(report))}</script>`;
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentPolicy(template, live)}">`;
  const title = `<title>${escapeHtml(visibleText(report ? `${report.program}: ${report.state.kind}` : 'waiting for a study'))} – Mantissa</title>`;
  return fill(fill(fill(template, POLICY, policy), TITLE, title), DATA, data);
}

/** Only the scripts and styles that are in the template run, by their digests; the rest of the world is shut out. */
export function contentPolicy(template: string, live: boolean): string {
  return [
    "default-src 'none'",
    `script-src ${digestsOf(template, 'script')}`,
    `style-src ${digestsOf(template, 'style')}`,
    'img-src data:',
    ...(live ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digestsOf(template: string, tag: 'script' | 'style'): string {
  const bodies = [...template.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, body]) => body!);
  return bodies.map((body) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`).join(' ') || "'none'";
}

/** Not by `replace`, to which a dollar sign in a source file would mean something. */
function fill(template: string, mark: string, text: string): string {
  const at = template.indexOf(mark);
  if (at < 0) throw new Error(`the viewer has no place ${mark}`);
  return template.slice(0, at) + text + template.slice(at + mark.length);
}

/** A source may hold `</script>`, and these line ends are none in HTML. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
