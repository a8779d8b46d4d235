/** The files a compiler read, from the make rule it wrote (-MD): `target: a b\ c \⏎ d`. */
export function readDependencies(rule: string): string[] {
  const files: string[] = [];
  const text = rule.replace(/\\\r?\n/g, ' ');
  const start = /:(?=\s)/.exec(text);
  if (!start) return files;
  for (const [word] of text.slice(start.index + 1).matchAll(/(?:\\.|[^\s\\])+/g))
    files.push(word.replace(/\\([\s#\\])/g, '$1').replaceAll('$$', '$'));
  return files;
}
