import type { Program } from '../program/program.js';
import { readable } from '../support/byte-text.js';
import type { InspectionDocument } from './document.js';
import type { Paint } from './paint.js';

/** The source with remarks under its lines: the sites declared there, and the operations with their loop depth. */
export function renderSource(program: Program, document: InspectionDocument, paint: Paint): string {
  const output: string[] = [];
  for (const file of program.files) {
    const remarks = remarksByLine(document, file.path);
    if (remarks.size === 0) continue;
    output.push(paint.bold(file.path));
    const gutter = String(file.source.lineCount).length;
    for (let line = 1; line <= file.source.lineCount; line++) {
      const text = readable(file.source.line(line));
      if (line === file.source.lineCount && text === '') continue;
      output.push(`${paint.dim(String(line).padStart(gutter))} | ${text}`.trimEnd());
      for (const remark of remarks.get(line) ?? [])
        output.push(
          `${' '.repeat(gutter)} ${paint.dim('└')} ${remark.frozen ? paint.warn(remark.text) : paint.good(remark.text)}`,
        );
    }
    output.push('');
  }
  return output.join('\n');
}

interface Remark {
  readonly text: string;
  readonly frozen: boolean;
}

function remarksByLine(document: InspectionDocument, file: string): Map<number, Remark[]> {
  const remarks = new Map<number, Remark[]>();
  const add = (line: number, remark: Remark): void => {
    remarks.set(line, [...(remarks.get(line) ?? []), remark]);
  };
  const declared = new Map<number, string[]>();
  for (const site of document.sites) {
    if (site.file !== file) continue;
    if (site.frozen)
      add(site.line, {
        text: `${site.name || site.id}: ${site.format}, frozen (${site.frozen.code}): ${site.frozen.reason}`,
        frozen: true,
      });
    else
      declared.set(site.line, [
        ...(declared.get(site.line) ?? []),
        `${site.kind === 'return' ? 'return' : site.name} ${site.format} ${site.group}${site.accumulates ? ' accumulates' : ''}`,
      ]);
  }
  for (const [line, sites] of declared) add(line, { text: sites.join(' · '), frozen: false });
  const computed = new Map<number, Map<string, number>>();
  for (const operation of document.operations) {
    if (operation.file !== file) continue;
    const key = `${operation.kind} ${operation.format}${operation.loopDepth > 0 ? ` in loop depth ${operation.loopDepth}` : ''}`;
    const line = computed.get(operation.line) ?? new Map<string, number>();
    line.set(key, (line.get(key) ?? 0) + 1);
    computed.set(operation.line, line);
  }
  for (const [line, kinds] of computed)
    add(line, {
      text: [...kinds].map(([kind, number]) => (number > 1 ? `${number} × ${kind}` : kind)).join(' · '),
      frozen: false,
    });
  return remarks;
}
