/** Number of lowered groups of a trial as text; for strategies over sets, of operations and declarations. */
import { count } from '../../inspection/table.js';
import type { TrialRecord } from '../../journal/records.js';
import { formats as known } from '../../numerics/format.js';

export function loweredSets(sets: readonly string[], formats: TrialRecord['formats']): string {
  const { operations, declarations } = loweredIn(formats);
  const parts = [
    ...(operations > 0 ? [count(operations, 'operation')] : []),
    ...(declarations > 0 ? [count(declarations, 'declaration')] : []),
  ];
  return `${sets.join(' and ')}: ${parts.join(' and ') || 'nothing'}`;
}

/** Counts the sites and operations in the lowest format of a trial. An operation in a higher format is there to stay in it, so it does not count. */
export function loweredIn(formats: TrialRecord['formats']): { operations: number; declarations: number } {
  const ranks = Object.values(formats).map((format) => known[format].rank);
  const lowest = Math.min(...ranks);
  const lowered = Object.entries(formats).filter(([id, format]) => !isOperation(id) || known[format].rank === lowest);
  const operations = lowered.filter(([id]) => isOperation(id)).length;
  return { operations, declarations: lowered.length - operations };
}

/** Whether a trial changes operations as well; only trials of a plan do. */
export function hasOperations(formats: TrialRecord['formats']): boolean {
  return Object.keys(formats).some(isOperation);
}

export function changedGroups(formats: TrialRecord['formats'], groups: number): string {
  const ids = Object.keys(formats);
  const operations = ids.filter(isOperation).length;
  const changed = `${ids.length - operations} of ${count(groups, 'group')}`;
  return operations === 0 ? changed : `${changed}, ${count(operations, 'operation')}`;
}

function isOperation(id: string): boolean {
  return /#\d+$/.test(id);
}
