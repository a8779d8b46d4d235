import { readRegularFile } from '../../support/regular-file.js';
import { Tokens } from '../../support/tokens.js';

/** Whether the text of a source defines a `main`. */
export function definesMain(file: string): boolean {
  const text = wholeTextOf(file);
  return text.includes('main') && hasMain(new Tokens(text));
}

/** `int main(…) {`, `auto main() -> int {`, or in K&R C `main(argc, argv) char **argv; {`. */
export function hasMain(tokens: Tokens): boolean {
  const { list } = tokens;
  return list.some(({ text, index }) => {
    const close = text === 'main' && list[index + 1]?.text === '(' ? list[index + 1]!.partner : null;
    if (close === null) return false;
    const before = list[index - 1];
    const isTyped = before !== undefined && ['int', 'auto', 'void'].includes(before.text);
    if (!isTyped && before !== undefined && before.text !== ';' && before.text !== '}' && !before.directive)
      return false;
    let at = close + 1;
    while (
      list[at] &&
      (list[at]!.kind === 'name' || ['->', '*', ',', '[', ']', isTyped ? '' : ';'].includes(list[at]!.text))
    )
      at++;
    return list[at]?.text === '{';
  });
}

/** Empty for a file that cannot be read. */

export function wholeTextOf(file: string): string {
  try {
    return readRegularFile(file).toString('latin1');
  } catch {
    return '';
  }
}
