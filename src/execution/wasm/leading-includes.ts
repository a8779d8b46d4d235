const LEADING = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[ \t]*pragma[ \t]+once[^\n]*)*/;
const INCLUDE =
  /^#[ \t]*include[ \t]*(?:<([^>\n]+)>|"([^"\n]+)")[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*)?(?=\r?\n|$)/;

/**
 * The leading includes of a source, up to the first text that could change their meaning. Exactly these can be replaced by a precompiled header.
 */
export function leadingIncludes(text: string): string[] {
  const names: string[] = [];
  let rest = text.replace(/^\u00ef\u00bb\u00bf/, '');
  for (;;) {
    rest = rest.slice(LEADING.exec(rest)![0].length);
    const include = INCLUDE.exec(rest);
    if (!include) return names;
    names.push((include[1] ?? include[2])!.trim());
    rest = rest.slice(include[0].length);
  }
}
