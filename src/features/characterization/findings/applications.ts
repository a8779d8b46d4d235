import { studied } from '../../../numerics/studied-formats.js';
import type { Claim } from '../findings.js';
import { type Characterization, figureOf, labelsOf, rowsOf } from '../record.js';
import { all, short, typicalError } from './figures.js';

const rows = (record: Characterization) => rowsOf(record, 'applications');

/** Labels of an application at its largest measured size. */
function largest(record: Characterization, application: string): { application: string; size: string } {
  const own = rows(record).filter(({ labels }) => labels.application === application);
  return { application, size: labelsOf(own, 'size').at(-1) ?? '' };
}

export const applicationFindings: readonly Claim[] = [
  {
    name: 'double2-forces-are-closest-and-slower',
    source: 'Gu 2.4.3, Figure 2.11',
    text: 'forces between particles are most accurate in double2 (of float, double, float2, double2), and slower than in double',
    check(record) {
      const own = largest(record, 'particles');
      const names = [studied.double2, studied.double, studied.float, studied.float2];
      const errors = all(...names.map((format) => typicalError(rows(record), { ...own, format })));
      if (!errors) return null;
      const times = all(...names.slice(0, 2).map((format) => figureOf(rows(record), 'time', { ...own, format })));
      const slower = times ? `; ${short(times[0]! / times[1]!)}× the time of double` : '';
      return {
        holds: errors.slice(1).every((error) => error > errors[0]!) && (!times || times[0]! > times[1]!),
        numbers: `${names.map((name, at) => `${name} ${short(errors[at]!)}`).join(', ')}${slower}`,
      };
    },
  },
];
