/** Checks, before anything is built, that at least one requested format is of lower precision than those of the program. */
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { arithmeticFormats, type Format, isWider } from '../../numerics/format.js';
import type { Program } from '../../program/program.js';
import { whyNotAdmitted } from '../../space/configuration.js';
import type { RangedGroup } from './observed-ranges.js';

export function requireNarrowerFormats(
  program: Program,
  groups: readonly Pick<RangedGroup, 'sites'>[],
  requested: readonly Format[],
): void {
  const declared = [...new Set(groups.map(({ sites }) => program.sites[sites[0]!]!.format))];
  if (
    declared.length === 0 ||
    declared.some((own) => requested.some((format) => own !== format && !isWider(format, own)))
  )
    return;
  const possible = arithmeticFormats.filter((format) =>
    groups.some(
      ({ sites }) =>
        isWider(program.sites[sites[0]!]!.format, format) &&
        sites.every((site) => whyNotAdmitted(program, site, format) === null),
    ),
  );
  throw new MantissaError(
    'MX3001',
    `all variables in scope are ${declared.join(' or ')}, and none of the requested formats (${requested.join(', ')}) has a lower precision`,
    {
      remedy:
        possible.length > 0
          ? `request lower ones: --formats ${[declared[0], ...possible].join(',')}, or "formats" in mantissa.json`
          : 'leave the program unchanged: fp16 and bf16 have types in device code only',
    },
  );
}
