/** Macro arguments that are turned into strings: `#define SHOW(e) printf(#e " = %g\n", e)`. */
import { listIn } from '../../support/token-lists.js';
import { isName, type Span, type Token, Tokens } from '../../support/tokens.js';
import type { MacroDefinition, MacroDefinitions } from './macro-definitions.js';

export class PrintedArguments {
  /** By macro: the parameters that become strings. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(private readonly macros: MacroDefinitions) {}

  /** The spans of such arguments in the use of a macro, and in uses nested in it. */
  in(use: string): Span[] {
    return this.argumentsIn(new Tokens(use));
  }

  private argumentsIn(tokens: Tokens): Span[] {
    return tokens.list.flatMap((token) => {
      const open = tokens.list[token.index + 1];
      if (!isName(token) || open?.text !== '(') return [];
      const given = listIn(tokens, open)?.parts ?? [];
      return (this.macros.get(token.text) ?? []).flatMap((macro) => {
        const printed = this.parametersOf(token.text, macro);
        return given.filter((_, at) => printed.has(parameterAt(macro, at)));
      });
    });
  }

  /** The parameters that become strings in the body of a macro, or in a macro that they are passed to. */
  private parametersOf(name: string, { parameters, body }: MacroDefinition): ReadonlySet<string> {
    const key = `${name}(${parameters.join()}) ${body}`;
    const before = this.known.get(key);
    if (before) return before;
    this.known.set(key, new Set()); // a macro is not expanded inside its own expansion
    const tokens = new Tokens(`; ${body}`); // a # at the begin would start a directive
    const names = [...parameters, REST];
    const isPrinted = ({ index, text }: Token) => names.includes(text) && tokens.list[index - 1]?.text === '#';
    const handedOn = this.argumentsIn(tokens).flatMap((span) => tokens.within(span));
    const found = [...tokens.list.filter(isPrinted), ...handedOn.filter(({ text }) => names.includes(text))];
    const printed = new Set(found.map(({ text }) => text));
    this.known.set(key, printed);
    return printed;
  }
}

const REST = '__VA_ARGS__';

/** `#define F(a, rest...)`: the last parameter contains all remaining arguments. */
function parameterAt({ parameters, body }: MacroDefinition, position: number): string {
  return parameters[position] ?? (body.includes(REST) ? REST : (parameters.at(-1) ?? REST));
}
