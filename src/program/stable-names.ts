import type { ByteText } from '../support/byte-text.js';
import type { Place } from './place.js';

/**
 * The name of a declaration without the number of its line, where a macro pastes one to it (`temp_##__LINE__`): an edit above it moves the
 * line, and it is the same declaration.
 */
export function stableName(
  { name, place: { pasted, range } }: { readonly name: string; readonly place: Place },
  files: readonly { readonly source: ByteText }[],
): string {
  if (pasted === undefined) return name;
  const line = String(files[range.file]!.source.position(range.begin).line);
  return name.endsWith(line) ? name.slice(0, -line.length) : name;
}

/** The names of all sites in their order, to be compared with those of an edited text. */
export function stableNames({
  sites,
  files,
}: {
  readonly sites: readonly { readonly name: string; readonly place: Place }[];
  readonly files: readonly { readonly source: ByteText }[];
}): string[] {
  return sites.map((site) => stableName(site, files));
}
