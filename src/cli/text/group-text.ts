/** The reason for each group's format in a trial, as text: one line per group, groups in their original format first. */
import type { Paint } from '../../inspection/paint.js';
import type { Goal } from '../../journal/records.js';
import type { FrozenGroup, GroupEvidence, Witness } from '../../report/group-evidence.js';
import { errorText } from '../../study/judging/judge-output.js';
import { wrap } from './terminal.js';

const MOST_FROZEN = 12;
const WIDEST_ID = 28;
/** If fewer columns than this are left, the reason is printed below its group. */
const LEAST_ROOM = 30;

export function groupLines(
  groups: readonly GroupEvidence[],
  frozen: readonly FrozenGroup[],
  metric: Goal['metric'],
  paint: Paint,
  width: number,
): string[] {
  const idWidth = Math.min(WIDEST_ID, Math.max(0, ...groups.map(({ id }) => id.length)));
  const isChanged = ({ isLowered, isWidened }: GroupEvidence) => isLowered || isWidened;
  const unchanged = groups.filter((one) => !isChanged(one));
  const changed = groups.filter(isChanged);
  const byReason = new Map<string, { readonly group: GroupEvidence; readonly others: string[] }>();
  for (const group of [...unchanged, ...changed]) {
    const key = `${group.format} ${reasonText(group, metric)}`;
    const same = byReason.get(key);
    if (same) same.others.push(group.id);
    else byReason.set(key, { group, others: [] });
  }
  const rows = [...byReason.values()].flatMap(({ group, others }) => {
    const format = (group.format ?? 'own').padEnd(5);
    const start = `  ${group.id.padEnd(idWidth)}  ${format}  `;
    const isRoomy = width - start.length >= LEAST_ROOM;
    const indent = isRoomy ? ' '.repeat(start.length) : ' '.repeat(6);
    const reason = wrap(reasonText(group, metric).split(' '), width, indent);
    const head = `  ${group.id.padEnd(idWidth)}  ${isChanged(group) ? paint.good(format) : format}`;
    const row = isRoomy ? `${head}  ${paint.dim(reason)}` : `${head}\n${indent}${paint.dim(reason)}`;
    if (others.length === 0) return [row];
    return [row, `    ${paint.dim(wrap(`same for ${others.join(', ')}`.split(' '), width - 4, '    '))}`];
  });
  const frozenRows = frozen.slice(0, MOST_FROZEN).map(({ sites, reason }) => {
    const text = `${sites.join(', ')}: frozen, ${reason}`;
    return `  ${paint.dim(wrap(text.split(' '), width - 2, '    '))}`;
  });
  const more =
    frozen.length > MOST_FROZEN ? [`  ${paint.dim(`and ${frozen.length - MOST_FROZEN} more frozen groups`)}`] : [];
  return [...rows, ...frozenRows, ...more];
}

export function reasonText(group: GroupEvidence, metric: Goal['metric']): string {
  const { isLowered, isWidened, verb, alone, beside, within, beyond, cannot, hasNoInfluence, outOfRange } = group;
  const isChanged = isLowered || isWidened;
  const found = (one: Witness) =>
    `${one.error === null ? one.outcome : `${errorText(metric, one.error)}${one.accepted ? '' : `, ${one.outcome}`}`} (trial ${one.number})`;
  const parts: string[] = [];
  if (cannot !== null && !isChanged) parts.push(`cannot be written in a lower format: ${cannot}`);
  if (hasNoInfluence && !isChanged) parts.push('no influence on the compared output');
  parts.push(...outOfRange);
  for (const one of beside) {
    const format = one.format ?? group.declared ?? 'its own format';
    parts.push(`in ${format} with the other changes of this trial: ${found(one)}`);
  }
  // a trial that changes this group alone and differs from the explained one only in it is in `beside` already
  for (const one of alone.filter(({ number }) => !beside.some((other) => other.number === number)))
    parts.push(`alone in ${one.format}: ${found(one)}`);
  if (within.length + beyond.length === 0) parts.push(`not ${verb} in any trial`);
  if (within.length > 0) parts.push(`${verb} in ${listed(within)}, which met the goal`);
  if (beyond.length > 0) parts.push(`${verb} in ${listed(beyond)}, which missed the goal`);
  return parts.join('; ');
}

const MOST_NUMBERS = 6;

function listed(numbers: readonly number[]): string {
  const more = numbers.length > MOST_NUMBERS ? ` and ${numbers.length - MOST_NUMBERS} more` : '';
  return `${numbers.length === 1 ? 'trial' : 'trials'} ${numbers.slice(0, MOST_NUMBERS).join(', ')}${more}`;
}
