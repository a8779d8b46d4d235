/** Sizes of memory as people write and read them; G and GiB are the same, 2³⁰ bytes. */
const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

export const MEMORY_SIZE = /^(\d+(?:\.\d+)?) ?([KMGT])(?:i?B)?$/;

/** `512M`, `8G`, `1.5 GiB`; null for anything else, and for nothing at all. */
export function parseMemorySize(text: string): number | null {
  const [, number, unit] = MEMORY_SIZE.exec(text) ?? [];
  if (number === undefined || unit === undefined) return null;
  const bytes = Math.floor(Number(number) * 1024 ** (1 + 'KMGT'.indexOf(unit)));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}

/** With one digit behind the point, where it is not a whole number. */
export function memorySizeText(bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log2(bytes) / 10)));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${UNITS[power - 1]}`;
}
