import type { RangesRecord } from '../../journal/records.js';
import type { Format } from '../../numerics/format.js';
import type { Dimension } from '../../search/strategy.js';
import { untriedFormats } from '../../study/formats/observed-ranges.js';
import { type UnofferedFormats, unofferedText } from '../../study/formats/unoffered-formats.js';

/** `ranges` is what an earlier run of the study saw the groups hold, `unoffered` what they cannot be written in, of the formats `asked` for. */
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

/** What groups were seen to hold, and the formats they are not offered therefore. */
export function rangesDocument(ranges: RangesRecord | null, asked: readonly Format[]) {
  if (!ranges) return null;
  const notTried = untriedFormats(ranges, asked).map(({ format, fit, groups }) => ({ format, fit, groups }));
  return { input: ranges.input, groups: ranges.groups, notTried };
}
