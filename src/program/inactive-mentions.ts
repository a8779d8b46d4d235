/**
 * Where text that is not compiled names what a patch changes. The patch is right for the build that was read; whoever builds the other
 * text one day should look at these places.
 */
import { isWithin, type Range } from './place.js';

export interface NamedBranch {
  readonly range: Range;
  readonly directives: readonly string[];
  readonly flag: string | null;
  readonly names: Iterable<string>;
}

/** Something that changes its format; a local is named only within its function's body. */
export interface ChangedName {
  readonly name: string;
  readonly body: Range | null;
}

export interface Mention<Branch> {
  readonly branch: Branch;
  readonly names: readonly string[];
}

/** One for each outermost branch that names something, in the order of the text. */
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
