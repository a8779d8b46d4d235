/** The report as one HTML file: the built viewer with the document inside. The page must not access the network. */
import { createHash } from 'node:crypto';
import { visibleText } from '../support/visible-text.js';
import type { ReportDocument } from './document.js';
import { escapeHtml } from './html.js';
import { packRows } from './packed-rows.js';

const DATA = '<!--report-data-->';
const POLICY = '<!--report-policy-->';
const TITLE = '<!--report-title-->';

/** With `live` the page may only ask its own server for changes. */
export function renderPage(template: string, report: ReportDocument | null, { live = false } = {}): string {
  const data = `<script id="report-data" type="application/json"${live ? ' data-live' : ''}>${escapeJson(packRows(report))}</script>`;
  const policy = `<meta http-equiv="Content-Security-Policy" content="${contentPolicy(template, live)}">`;
  const title = `<title>${escapeHtml(visibleText(report ? `${report.program}: ${report.state.kind}` : 'waiting for a study'))} – Mantissa</title>`;
  return fill(fill(fill(template, POLICY, policy), TITLE, title), DATA, data);
}

/** A content security policy that allows only the scripts and styles of the template, by their digests. */
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

/** Replaces a placeholder. `replace` would interpret dollar signs in sources. */
function fill(template: string, mark: string, text: string): string {
  const at = template.indexOf(mark);
  if (at < 0) throw new Error(`the viewer has no place ${mark}`);
  return template.slice(0, at) + text + template.slice(at + mark.length);
}

/** Escapes JSON for a script element: sources may contain `</script>` and Unicode line separators. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
