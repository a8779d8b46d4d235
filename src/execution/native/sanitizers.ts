/** Flags and reports of AddressSanitizer and UndefinedBehaviorSanitizer in g++ and clang++. */
import type { Source } from '../engine.js';
import type { MemoryFinding, MemoryTool } from '../memory-inspection.js';

export type Sanitizer = Exclude<MemoryTool, 'compute-sanitizer'>;
export const SANITIZERS: readonly Sanitizer[] = ['AddressSanitizer', 'UndefinedBehaviorSanitizer'];

/**
 * Undefined behaviour does not end the program, so that new errors can be distinguished from those of the original. Conversions to integers out
 * of range are included: their result depends on the processor, and lower formats cause them. `vptr` is excluded because it needs run-time
 * types, which a program may disable.
 */
const GROUPS: Readonly<Record<Sanitizer, string>> = {
  AddressSanitizer: 'address',
  UndefinedBehaviorSanitizer: 'undefined,float-cast-overflow',
};

export function sanitizerFlags(sanitizers: readonly Sanitizer[]): string[] {
  if (sanitizers.length === 0) return [];
  const groups = sanitizers.map((one) => GROUPS[one]).join(',');
  const undefinedFlags = sanitizers.includes('UndefinedBehaviorSanitizer')
    ? ['-fno-sanitize=vptr', '-fsanitize-recover=undefined,float-cast-overflow']
    : [];
  return [`-fsanitize=${groups}`, ...undefinedFlags];
}

/** Leaks at exit are ignored, and allocations that are too large return null as without sanitizers. */
export function sanitizerEnvironment(): Record<string, string> {
  const common = 'color=never:print_summary=1';
  return {
    ASAN_OPTIONS: `${common}:detect_leaks=0:allocator_may_return_null=1:detect_odr_violation=0:exitcode=${FOUND}`,
    UBSAN_OPTIONS: `${common}:print_stacktrace=1`,
  };
}

/** The exit code of a program that AddressSanitizer ended. */
const FOUND = 86;
const REPORT_CHARACTERS = 3000;
const FRAME = /^ {4}#\d+ 0x[0-9a-f]+ in (.+?) (\S+?)(?::(\d+))?(?::\d+)?$/;

export function readFindings(said: string, sources: readonly Source[]): MemoryFinding[] {
  // remove temporary build folders
  const lines = said.replace(/\S*\/building-[^/\s]+\/\d+\//g, '').split('\n');
  const findings: MemoryFinding[] = [];
  lines.forEach((line, at) => {
    const address = /==\d+==\s*ERROR: AddressSanitizer:? (\S+)/.exec(line);
    if (address) {
      const report = upTo(lines.slice(at), (one) => one.startsWith('Shadow bytes') || /ABORTING$/.test(one));
      findings.push({ tool: 'AddressSanitizer', what: address[1]!, ...whereIn(report, sources), report: cut(report) });
    }
    const undefinedAt = /^(.+?):(\d+):\d+: runtime error: (.*)$/.exec(line);
    if (undefinedAt) {
      const [, file, number, what] = undefinedAt;
      const report = [line, ...upTo(lines.slice(at + 1), (one) => one === '' || / runtime error: |==ERROR/.test(one))];
      findings.push({
        tool: 'UndefinedBehaviorSanitizer',
        what: what!,
        place: placeIn(sources, file!, Number(number)),
        function: whereIn(report, sources).function,
        report: cut(report),
      });
    }
  });
  return findings;
}

/** The innermost frame in the program's own source. */
function whereIn(report: readonly string[], sources: readonly Source[]): Pick<MemoryFinding, 'place' | 'function'> {
  for (const line of report) {
    const [, name, file, number] = FRAME.exec(line) ?? [];
    if (file === undefined || number === undefined || !sources.some((one) => one.name === file)) continue;
    return { place: placeIn(sources, file, Number(number)), function: name! };
  }
  return { place: null, function: null };
}

function placeIn(sources: readonly Source[], file: string, line: number): NonNullable<MemoryFinding['place']> {
  const text = sources.find(({ name }) => name === file)?.text ?? '';
  return { file, line, linesBehind: text.split('\n').length - line };
}

function upTo(lines: readonly string[], isBehind: (line: string) => boolean): string[] {
  const end = lines.findIndex(isBehind);
  return lines.slice(0, end < 0 ? lines.length : end);
}

function cut(report: readonly string[]): string {
  return report.join('\n').trim().slice(0, REPORT_CHARACTERS);
}
