/** Paths within values: replaces folders, and finds mentioned paths. */

/** A folder and its replacement. */
export type Move = readonly [from: string, to: string];

/** Replaces every path below a moved folder; the first matching move applies. */
export function elsewhere<T>(value: T, moves: readonly Move[]): T {
  return mapTexts(value, (text) => {
    if (moves.length === 0) return text;
    const folders = moves.map(([from]) => escaped(from)).join('|');
    return text.replace(new RegExp(`(${folders})(?=/|$)`, 'g'), (from) => moves.find((one) => one[0] === from)![1]);
  }) as T;
}

/** Paths below a folder that a value mentions, relative to the folder. Quotes, blanks and punctuation separate paths. */
export function mentionedBelow(value: unknown, folder: string): string[] {
  const found = new Set<string>();
  const pattern = new RegExp(`${escaped(folder)}(?:/([^\\s'":;,]*)|$)`, 'g');
  mapTexts(value, (text) => {
    for (const [, below = ''] of text.matchAll(pattern)) found.add(below.replace(/\/+$/, ''));
    return text;
  });
  return [...found];
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (value instanceof Map) return new Map([...value].map((pair) => mapTexts(pair, change) as [unknown, unknown]));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
