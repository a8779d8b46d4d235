/**
 * A function as its source calls it: `double app::limit<double>(double, int)` → `app::limit`. Parameters, template
 * arguments and results are left out: they name formats, and a crash is the same crash in whatever format it happens.
 */
export function functionName(demangled: string): string {
  let name = '';
  let depth = 0;
  for (let at = 0; at < demangled.length; at++) {
    const rest = demangled.slice(at);
    const whole = NOT_BRACKETS.exec(rest)?.[0];
    if (whole) {
      if (depth === 0) name += whole.replace(' namespace', '');
      at += whole.length - 1;
    } else if (/^[(<]/.test(rest)) depth++;
    else if (/^[)>]/.test(rest)) depth--;
    else if (depth === 0) name += rest[0];
  }
  const plain = name.replace(/(?: const| volatile| &+)+$/, '');
  return /\S*\boperator(?: new| delete|[^\w\s]+)?/.exec(plain)?.[0] ?? plain.slice(plain.lastIndexOf(' ') + 1);
}

/** Brackets that are part of a name and hold no parameters. */
const NOT_BRACKETS = /^(?:\(anonymous namespace\)|operator(?:\(\)|<=>|<<=?|>>=?|->\*?|<=?|>=?))/;
