import type { RangesRecord } from '../../journal/records.js';
import type { Format } from '../../numerics/format.js';
import type { Dimension } from '../../search/strategy.js';
import { untriedFormats } from '../../study/formats/observed-ranges.js';
import { type UnofferedFormats, unofferedText } from '../../study/formats/unoffered-formats.js';

/** `ranges`: values of the groups recorded by an earlier run. `unoffered`: requested formats that groups cannot have. `asked`: the requested formats. */
export function renderSpace(
  dimensions: readonly Dimension[],
  ranges: RangesRecord | null,
  unoffered: readonly UnofferedFormats[],
  asked: readonly Format[],
  isJson: boolean,
): string {
  if (isJson)
    return `${JSON.stringify({ schemaVersion: 1, groups: dimensions, unoffered, ranges: rangesDocument(ranges, asked) }, null, 2)}\n`;
  const untried = ranges ? untriedFormats(ranges, asked) : [];
  return [
    ...dimensions.map(({ id, formats }) => `${id}  ${formats.join(' → ')}\n`),
    ...unoffered.map((one) => `${unofferedText(one)}\n`),
    ...untried.map(({ text, remedy }) => `${text}; remedy: ${remedy}\n`),
  ].join('');
}

/** The recorded value ranges of groups, and the formats excluded because of them. */
export function rangesDocument(ranges: RangesRecord | null, asked: readonly Format[]) {
  if (!ranges) return null;
  const notTried = untriedFormats(ranges, asked).map(({ format, fit, groups }) => ({ format, fit, groups }));
  return { input: ranges.input, groups: ranges.groups, notTried };
}
