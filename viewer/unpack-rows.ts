/** The inverse of src/report/packed-rows.ts. */
export function unpackRows(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackRows);
  if (typeof value !== 'object' || value === null) return value;
  if ('$rows' in value) {
    const { $keys, $rows } = value as { $keys: string[]; $rows: unknown[][] };
    return $rows.map((row) => Object.fromEntries($keys.map((key, at) => [key, unpackRows(row[at])])));
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpackRows(one)]));
}
