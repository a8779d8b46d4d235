/** A bar chart of the strategies as SVG: for each program and goal a bar per strategy with its speedup, labelled with its cost. */
import type { ComparisonRow } from '../study/comparison.js';

const [LEFT, BAR, RIGHT] = [250, 420, 300];
const [ROW, GAP, TOP] = [18, 14, 56];
/** Alternating light, medium and dark, so that they differ in black-and-white print too. */
const COLOURS = ['#0b6e99', '#e0a030', '#8c8c8c', '#7a3e9d', '#4c9f50', '#b5453a'] as const;

export function comparisonFigure(rows: readonly ComparisonRow[]): string {
  const strategies = [...new Set(rows.map(({ strategy }) => strategy))];
  const goals = [...new Set(rows.map(({ program, goal }) => `${program}\n${goal}`))];
  const most = Math.max(1.1, ...rows.map(({ speedup }) => speedup ?? 1));
  const lengthOf = (speedup: number | null) => (BAR * Math.max(0, (speedup ?? 1) - 1)) / (most - 1);
  const parts: string[] = [];
  let y = TOP;
  for (const named of goals) {
    const [program, goal] = named.split('\n') as [string, string];
    parts.push(text(LEFT - 10, y + 13, program, 'class="name" text-anchor="end"'));
    parts.push(text(LEFT - 10, y + 13 + ROW, goal, 'class="goal" text-anchor="end"'));
    for (const row of rows.filter((one) => one.program === program && one.goal === goal)) {
      const length = lengthOf(row.speedup);
      const colour = COLOURS[strategies.indexOf(row.strategy) % COLOURS.length];
      parts.push(`<rect x="${LEFT}" y="${y + 2}" width="${length.toFixed(1)}" height="${ROW - 4}" fill="${colour}"/>`);
      parts.push(text(LEFT + length + 6, y + 13, label(row), ''));
      y += ROW;
    }
    y += Math.max(GAP, TOP / 4);
  }
  const legend = strategies.map((strategy, at) => {
    const x = LEFT + at * 150;
    return `<rect x="${x}" y="30" width="12" height="12" fill="${COLOURS[at % COLOURS.length]}"/>${text(x + 18, 41, strategy, '')}`;
  });
  const width = Math.max(LEFT + BAR + RIGHT, LEFT + 150 * strategies.length);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}" viewBox="0 0 ${width} ${y}" role="img" aria-label="speedups by strategy">
<style>text { font: 12px system-ui, sans-serif; fill: #222 } .name { font-weight: 600 } .goal { fill: #666; font-size: 10px } .title { font-size: 14px; font-weight: 600 }</style>
<rect width="100%" height="100%" fill="white"/>
${text(LEFT, 18, 'speedup over the original program, goal met', 'class="title"')}
${legend.join('\n')}
<line x1="${LEFT}" y1="${TOP - 4}" x2="${LEFT}" y2="${y - GAP}" stroke="#222"/>
${parts.join('\n')}
</svg>
`;
}

function label({ outcome, speedup, timing, executions, timed, ofIdeal }: ComparisonRow): string {
  const runs = `${executions} runs${timed > 0 ? `, ${timed} timed` : ''}`;
  if (speedup === null) return `${outcome === 'nothing' ? 'nothing found' : `stopped: ${outcome}`} (${runs})`;
  const share = ofIdeal === null ? '' : `, ${ofIdeal.toFixed(0)} % of the ideal`;
  return `${speedup.toFixed(2)}× ${timing}${share} (${runs})`;
}

function text(x: number, y: number, words: string, attributes: string): string {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y}"${attributes && ` ${attributes}`}>${escaped}</text>`;
}
