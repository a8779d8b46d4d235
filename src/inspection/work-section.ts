import type { InspectionDocument } from './document.js';
import type { Paint } from './paint.js';

const REASONS_SHOWN = 5;
const SITES_SHOWN = 4;
/** Reasons with a smaller share of the work are only in --json. */
const MIN_SHARE = 0.01;

/** The tunable share of the work, and the most expensive reasons for the rest. */
export function workSection({ work }: InspectionDocument, paint: Paint): string[] {
  const shares = [
    ...(work.tunableTraffic === null ? [] : [`${percent(work.tunableTraffic)} of the memory traffic`]),
    ...(work.tunableArithmetic === null ? [] : [`${percent(work.tunableArithmetic)} of the arithmetic`]),
  ];
  if (shares.length === 0) return [];
  const where = work.functions === 'kernels' ? 'in kernels' : 'in all functions';
  const weight =
    work.weighedBy === 'counts'
      ? 'weighted by a profiling run'
      : 'estimated from the source without a run; statements in loops count more';
  const lines = [`tunable: ${paint.bold(shares.join(' and '))} ${where}, ${weight}`];
  const shown = work.kept
    .filter(({ traffic, arithmetic }) => Math.max(traffic, arithmetic) >= MIN_SHARE)
    .slice(0, REASONS_SHOWN);
  for (const { code, reason, remedy, traffic, arithmetic, sites } of shown) {
    const lost = [
      ...(traffic > 0 ? [`${percent(traffic)} of the traffic`] : []),
      ...(arithmetic > 0 ? [`${percent(arithmetic)} of the arithmetic`] : []),
    ];
    const named = sites.slice(0, SITES_SHOWN).join(', ');
    const more = sites.length > SITES_SHOWN ? ` and ${sites.length - SITES_SHOWN} more` : '';
    lines.push(`  ${lost.join(', ')}  ${paint.warn(code)}: ${reason}`);
    if (named) lines.push(paint.dim(`    affects ${named}${more}`));
    lines.push(paint.dim(`    remedy: ${remedy}`));
  }
  return lines;
}

/** Rounded, but 100 % and 0 % are printed only if exact. */
function percent(share: number): string {
  const whole = Math.round(100 * share);
  if (whole === 100 && share < 1) return '99 %';
  return whole === 0 && share > 0 ? 'under 1 %' : `${whole} %`;
}
