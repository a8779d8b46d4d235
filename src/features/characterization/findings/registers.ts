import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { figureOf, rowsOf } from '../record.js';
import { all } from './figures.js';

export const registerFindings: readonly Claim[] = [
  {
    name: 'wider-sums-need-more-registers',
    source: 'Nguyen Table 9 (9, 12, 14, 21, 63 on Fermi); Gu Table 2.5',
    text: 'the register count of the summation kernel grows from float to double, float2, double2 and 256 bits',
    check(record) {
      const names = [studied.float, studied.double, studied.float2, studied.double2, 'limbs256'];
      const rows = rowsOf(record, 'registers');
      const found = all(...names.map((format) => figureOf(rows, 'registers', { kernel: 'summation', format })));
      if (!found) return null;
      return {
        holds: found.every((one, at) => at === 0 || one >= found[at - 1]!) && found.at(-1)! > found[0]!,
        numbers: names.map((name, at) => `${name} ${found[at]}`).join(', '),
      };
    },
  },
];
