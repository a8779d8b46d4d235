/** Memory sizes for input and display; G and GiB are both 2³⁰ bytes. */
const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

export const MEMORY_SIZE = /^(\d+(?:\.\d+)?) ?([KMGT])(?:i?B)?$/;

/** Parses `512M`, `8G`, `1.5 GiB`; null for anything else. */
export function parseMemorySize(text: string): number | null {
  const [, number, unit] = MEMORY_SIZE.exec(text) ?? [];
  if (number === undefined || unit === undefined) return null;
  const bytes = Math.floor(Number(number) * 1024 ** (1 + 'KMGT'.indexOf(unit)));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

/** At most one digit after the point. */
export function memorySizeText(bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log2(bytes) / 10)));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${UNITS[power - 1]}`;
}
