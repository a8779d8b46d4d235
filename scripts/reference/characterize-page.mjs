/** docs/characterize.md with the findings of a stored record in its table. */
const HEAD = '| here | conclusion | numbers | whose |\n|---|---|---|---|\n';

export function characterizePage(findings, written) {
  const begin = written.indexOf(HEAD);
  if (begin < 0) throw new Error('docs/characterize.md has no table of findings');
  const end = written.indexOf('\n\n', begin);
  const rows = findings.map(({ verdict, text, numbers, source }) => {
    const here = verdict === 'no longer holds' ? `**${verdict}**` : verdict;
    return `| ${here} | ${text} | ${numbers} | ${source} |`;
  });
  return `${written.slice(0, begin)}${HEAD}${rows.join('\n')}${written.slice(end)}`;
}
