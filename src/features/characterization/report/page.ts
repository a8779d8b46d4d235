/** A characterization as one HTML file that works offline: no scripts, figures as SVG. */

import { escapeHtml, STYLE } from '../../../core.js';
import { visibleText } from '../../../support/visible-text.js';
import { type Finding, findingsOf } from '../findings.js';
import { PART_NAMES, type PartName, parts } from '../parts.js';
import type { Characterization } from '../record.js';
import { compareRecords } from './comparison.js';
import { valueText } from './html.js';
import { sections } from './sections.js';

export function renderCharacterization(record: Characterization, other: Characterization | null): string {
  const name = escapeHtml(visibleText(record.machine.name));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${name}: what precision costs – Mantissa</title><style>${STYLE}</style></head>
<body><main>
<h1>What each precision costs and buys on ${name}</h1>
<p class="hint">${escapeHtml(visibleText(`${record.machine.compiler}; engine ${record.engine}; ${record.isQuick ? 'quick: fewer repetitions and smaller arrays than a full run' : 'full'}`))}</p>
${notes(record.notes)}
<nav><a href="#findings">Findings</a> ${PART_NAMES.filter((part) => record.parts[part])
    .map((part) => `<a href="#${part}">${escapeHtml(parts[part].title)}</a>`)
    .join(' ')}${other ? ' <a href="#beside">Side by side</a>' : ''}</nav>
<section id="findings"><h2>Findings, tested again</h2>
<p>Conclusions of two studies of precision on GPUs of 2010 to 2017, each held against the figures below.</p>
${findingsTable(findingsOf(record))}</section>
${PART_NAMES.map((part) => partSection(record, part)).join('\n')}
${other ? besideSection(record, other) : ''}
</main></body></html>
`;
}

const MARKS = { holds: '✓', 'no longer holds': '✗', 'not measured here': '–' } as const;

function findingsTable(findings: readonly Finding[]): string {
  const rows = findings.map(
    ({ verdict, text, numbers, source }) =>
      `<tr class="${verdict.replaceAll(' ', '-')}"><td>${MARKS[verdict]} ${verdict}</td><td class="words">${escapeHtml(text)}</td><td class="words">${escapeHtml(numbers)}</td><td class="words">${escapeHtml(source)}</td></tr>`,
  );
  return `<div class="wide"><table class="findings"><thead><tr><th scope="col">here</th><th scope="col">conclusion</th><th scope="col">numbers</th><th scope="col">whose</th></tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>`;
}

function partSection(record: Characterization, part: PartName): string {
  const found = record.parts[part];
  if (!found) return '';
  const body =
    found.state === 'measured'
      ? `${notes(found.notes)}\n${sections[part](record)}`
      : `<p class="empty">not measured here: ${escapeHtml(visibleText(found.reason))}</p>`;
  return `<section id="${part}"><h2>${escapeHtml(parts[part].title)}</h2>\n${body}</section>`;
}

function notes(all: readonly string[]): string {
  return all.map((text) => `<p class="note">${escapeHtml(visibleText(text))}</p>`).join('\n');
}

function besideSection(record: Characterization, other: Characterization): string {
  const compared = compareRecords(record, other);
  const [here, there] = [record, other].map(({ machine }) => escapeHtml(visibleText(machine.name)));
  const rows = compared.map(
    (one) =>
      `<tr><td class="words">${escapeHtml(`${one.part}: ${Object.values(one.here.labels).join(', ')}`)}</td><td class="words">${escapeHtml(`${one.here.quantity}, ${one.here.unit}`)}</td><td>${valueText(one.here.value)}</td><td>${valueText(one.there.value)}</td><td>${one.ratio === null ? '' : valueText(one.ratio)}</td></tr>`,
  );
  return `<section id="beside"><h2>Side by side: ${here} and ${there}</h2>
<p>${compared.length} numbers that both have; the last column is the second over the first.</p>
<div class="wide"><table><thead><tr><th scope="col">what</th><th scope="col">quantity</th><th scope="col">${here}</th><th scope="col">${there}</th><th scope="col">ratio</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`;
}
