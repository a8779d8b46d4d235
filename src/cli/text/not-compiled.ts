import { inactiveMentions, mentionText } from '../../program/inactive-mentions.js';
import type { Program } from '../../program/program.js';
import type { Configuration } from '../../space/resolve.js';

/** Lists inactive code that names a changed variable and that the patch does not edit; '' without any. */
export function notCompiledText(program: Program, { sites }: Configuration): string {
  const changed = [...sites].flatMap(([index, format]) => {
    const { name, function: owner, format: declared } = program.sites[index]!;
    return format === declared ? [] : [{ name, body: owner === null ? null : program.functions[owner]!.body }];
  });
  const mentions = inactiveMentions(
    program.inactive.filter(({ isInOtherBuild }) => !isInOtherBuild),
    changed,
  );
  if (mentions.length === 0) return '';
  const lines = mentions.map((mention) => {
    const { range, flag } = mention.branch;
    const { path, source } = program.files[range.file]!;
    return `  ${mentionText(`${path}:${source.position(range.begin).line}`, mention)}${flag ? `; ${flag} would compile it` : ''}\n`;
  });
  return `not changed, because this build does not compile it:\n${lines.join('')}`;
}
