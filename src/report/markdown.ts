/** The report in Markdown, short enough for the description of a pull request. */
import { readable } from '../support/byte-text.js';
import { raises } from './changed-formats.js';
import type { ReportDocument, ReportTrial } from './document.js';
import { plural } from './figures.js';
import { AS_DECLARED } from './formats.js';

/** Lines of the patch that are shown. */
const PATCH_LINES = 120;
/** A rest shorter than this share of the limit is shown, too. */
const LEAST_CUT = 0.2;
const LISTED_GROUPS = 20;

export function renderMarkdown(report: ReportDocument): string {
  const best = report.trials.find(({ number }) => number === report.best) ?? null;
  const parts = [
    `## ${plain(report.program)}: floating-point precision`,
    plain(report.verdict.sentence),
    actionsOf(report),
    factsOf(report),
    ...(best ? [loweredOf(report, best)] : []),
    ...(best ? [patchOf(report)] : []),
    noticesOf(report),
    `<sub>${plural(report.trials.length, 'trial')} by ${report.strategy}, seed ${report.seed}, on the ${report.engine} engine. Reproduce: ${code(report.reproduce.command)}</sub>`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function actionsOf({ verdict }: ReportDocument): string {
  return verdict.actions.map(({ command, does }) => `- ${code(command)}: ${plain(does)}`).join('\n');
}

function factsOf({ verdict }: ReportDocument): string {
  const rows = verdict.facts.map(({ name, value, note }) => `| ${cell(name)} | **${cell(value)}** | ${cell(note)} |`);
  return ['| | | |', '|---|---|---|', ...rows].join('\n');
}

function loweredOf({ dimensions, formats, source }: ReportDocument, { cells }: ReportTrial): string {
  const changed = dimensions.flatMap(({ id, declared }, at) => {
    const letter = cells[at]!;
    if (letter === AS_DECLARED) return [];
    const format = formats.find((one) => one.letter === letter)?.format ?? letter;
    const text = `${code(id)} ${declared ? `${declared} → ` : ''}${format}`;
    return [{ text, isWidened: raises(declared, format) }];
  });
  const unchanged = source?.groups.filter(({ status }) => status === 'kept' || status === 'frozen') ?? [];
  const names = unchanged
    .slice(0, LISTED_GROUPS)
    .map(({ sites, why }) => `- ${code(source!.sites[sites[0]!]!.id)}: ${plain(why)}`);
  const verb = changed.some(({ isWidened }) => isWidened) ? 'changed' : 'lowered';
  const texts = changed.map(({ text }) => text);
  return [
    `**${verb === 'changed' ? 'Changed' : 'Lowered'}** (${texts.length}): ${shorten(texts, ', ')}`,
    ...(names.length > 0
      ? [
          `<details><summary>${plural(unchanged.length, 'group')} not ${verb}, with reasons</summary>\n\n${names.join('\n')}${unchanged.length > LISTED_GROUPS ? `\n- and ${unchanged.length - LISTED_GROUPS} more` : ''}\n\n</details>`,
        ]
      : []),
  ].join('\n\n');
}

function shorten(words: readonly string[], between: string): string {
  const more = words.length - LISTED_GROUPS;
  return [...words.slice(0, LISTED_GROUPS), ...(more > 0 ? [`and ${more} more`] : [])].join(between);
}

function patchOf({ patches, best }: ReportDocument): string {
  const patch = patches.find(({ trial }) => trial === best);
  if (!patch) return '';
  const lines = readable(patch.text).trimEnd().split('\n');
  const limit = lines.length <= (1 + LEAST_CUT) * PATCH_LINES ? lines.length : PATCH_LINES;
  const shown = lines.slice(0, limit).join('\n');
  const fence = longestFence(shown);
  const more = lines.length > limit ? `\n\n${lines.length - limit} more lines not shown.` : '';
  return `<details><summary>Patch</summary>\n\n${fence}diff\n${shown}\n${fence}${more}\n\n</details>`;
}

/** A code fence longer than any run of backticks in the text. */
function longestFence(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  return '`'.repeat(longest + 1);
}

function noticesOf({ notices }: ReportDocument): string {
  return notices
    .map(
      ({ kind, text, remedy }) =>
        `- ${kind === 'warning' ? '⚠️ ' : ''}${plain(text)}${remedy ? ` (${plain(remedy)})` : ''}`,
    )
    .join('\n');
}

function cell(text: string): string {
  return plain(text).replaceAll('|', '\\|');
}

/** Escapes names and evidence, which come from the program and the journal, so that they add no markup. */
function plain(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\s*[\r\n]\s*/g, ' ');
}

/** Inline code, with enough backticks for the text. */
function code(text: string): string {
  const line = text.replace(/\s*[\r\n]\s*/g, ' ');
  if (!line.includes('`')) return `\`${line}\``;
  const fence = longestFence(line);
  return `${fence} ${line} ${fence}`;
}
