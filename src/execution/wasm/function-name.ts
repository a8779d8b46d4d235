/**
 * The name of a function in the source: `double app::limit<double>(double, int)` → `app::limit`. Parameters, template arguments and result types
 * are removed, because they contain formats, and a crash should have the same text in every format.
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

/** Brackets that are part of a name and do not enclose parameters. */
const NOT_BRACKETS = /^(?:\(anonymous namespace\)|operator(?:\(\)|<=>|<<=?|>>=?|->\*?|<=?|>=?))/;
