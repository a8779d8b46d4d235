/**
 * Where text that is not compiled names what a patch changes. The patch is right for the build that was read; whoever builds the other
 * text one day should look at these places.
 */
interface TextRange {
  readonly file: number;
  readonly begin: number;
  readonly end: number;
}

export interface NamedBranch {
  readonly range: TextRange;
  readonly directives: readonly string[];
  readonly flag: string | null;
  readonly names: Iterable<string>;
}

/** Something that changes its format; a local is named only within its function's body. */
export interface ChangedName {
  readonly name: string;
  readonly body: TextRange | null;
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

function isWithin(inner: TextRange, outer: TextRange): boolean {
  return inner.file === outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

/** `solver.c:40 (#ifdef VERIFY) names norm, rhs`. */
export function mentionText(where: string, { branch, names }: Mention<NamedBranch>): string {
  const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
  return `${where} (${branch.directives.join(' … ')}) names ${shown}`;
}
