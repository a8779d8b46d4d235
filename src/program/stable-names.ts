import type { ByteText } from '../support/byte-text.js';
import type { Place } from './place.js';

/** The name of a declaration without a line number pasted by a macro (`temp_##__LINE__`), so that an edit above it does not rename it. */
export function stableName(
  { name, place: { pasted, range } }: { readonly name: string; readonly place: Place },
  files: readonly { readonly source: ByteText }[],
): string {
  if (pasted === undefined) return name;
  const line = String(files[range.file]!.source.position(range.begin).line);
  return name.endsWith(line) ? name.slice(0, -line.length) : name;
}

/** The stable names of all sites in order, for comparison with an edited text. */
export function stableNames({
  sites,
  files,
}: {
  readonly sites: readonly { readonly name: string; readonly place: Place }[];
  readonly files: readonly { readonly source: ByteText }[];
}): string[] {
  return sites.map((site) => stableName(site, files));
}
