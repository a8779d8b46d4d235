/**
 * The document as it lies in a page: an array of records with the same keys has the keys once, which more than halves a page. `--json` and
 * the live page's events have the document unpacked. The page unpacks it: viewer/unpack-rows.ts.
 */

/** Fewer records cost less than their keys. */
const MIN_ROWS = 3;

interface PackedRows {
  readonly $keys: readonly string[];
  readonly $rows: readonly (readonly unknown[])[];
}

export function packRows(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(packRows);
    const keys = commonKeys(items);
    if (keys === null) return items;
    return { $keys: keys, $rows: items.map((one) => Object.values(one as object)) } satisfies PackedRows;
  }
  if (typeof value !== 'object' || value === null) return value;
  const defined = Object.entries(value).filter(([, one]) => one !== undefined); // as JSON.stringify has it
  return Object.fromEntries(defined.map(([key, one]) => [key, packRows(one)]));
}

/** The keys of every item, in one order; null if they differ or an item is no record. */
function commonKeys(items: readonly unknown[]): string[] | null {
  if (items.length < MIN_ROWS) return null;
  const keys = items.map((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.keys(one) : [],
  );
  const [first = []] = keys;
  const isCommon =
    first.length > 0 && keys.every((one) => one.length === first.length && one.every((key, at) => key === first[at]));
  return isCommon ? first : null;
}
