import { afterAll, expect, it } from 'vitest';
import { findGroups } from '../../src/analysis/groups.js';
import { findUnexecutedGroups } from '../../src/analysis/unexecuted-groups.js';
import { ReadPrograms } from '../support/read-programs.js';

const programs = new ReadPrograms();
afterAll(() => programs.close());

it('finds variables that only code without an execution reads and writes', async () => {
  const program = await programs.readText(`
static double table[3] = {0.5, 0.25, 0.125};
static double rotate(double angle) { double turned = 3.0 * angle; return turned; }
static double pick(const double *from, int at) { return from[at]; }
int main(int argc, char **argv) {
  double sum = 0, spare = 0;
  for (int k = 0; k < 3; k++) sum += table[k] * pick(table, k);
  if (argc > 5) { spare = sum * 2.0; sum = rotate(spare); }
  return sum > 1.0;
}
`);
  const groups = findGroups(program);
  const isRun = ({ place }: (typeof program.operations)[number]) => {
    const { text } = program.files[place.range.file]!.source;
    return !/rotate|spare|3\.0|2\.0/.test(text.slice(place.range.begin, place.range.end));
  };
  const operations = new Map(program.operations.map((one, index) => [index, isRun(one) ? 3 : 0]));
  const found = [...findUnexecutedGroups(program, groups, { operations })].flatMap((index) =>
    groups.groups[index]!.sites.map((site) => program.sites[site]!.id),
  );
  expect(found.toSorted()).toEqual(['rotate()', 'rotate.angle', 'rotate.turned']);
});
