/**
 * Uses of changed names in text that is not compiled. The patch is correct for the build that was read; a person who enables the other branch should
 * check these places.
 */
import { isWithin, type Range } from './place.js';

export interface NamedBranch {
  readonly range: Range;
  readonly directives: readonly string[];
  readonly flag: string | null;
  readonly names: Iterable<string>;
}

/** A name whose format changes; a local name counts only within its function's body. */
export interface ChangedName {
  readonly name: string;
  readonly body: Range | null;
}

export interface Mention<Branch> {
  readonly branch: Branch;
  readonly names: readonly string[];
}

/** One entry for each outermost branch that uses a changed name, in source order. */
export function inactiveMentions<Branch extends NamedBranch>(
  branches: readonly Branch[],
  changed: readonly ChangedName[],
): Mention<Branch>[] {
  const outermost = branches.filter(
    ({ range }) => !branches.some((other) => other.range !== range && isWithin(range, other.range)),
  );
  return outermost.flatMap((branch) => {
    const named = new Set(branch.names);
    const names = changed.flatMap(({ name, body }) =>
      named.has(name) && (body === null || isWithin(branch.range, body)) ? [name] : [],
    );
    return names.length === 0 ? [] : [{ branch, names: [...new Set(names)] }];
  });
}

/** `solver.c:40 (#ifdef VERIFY) names norm, rhs`. */
export function mentionText(where: string, { branch, names }: Mention<NamedBranch>): string {
  const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
  return `${where} (${branch.directives.join(' … ')}) names ${shown}`;
}
