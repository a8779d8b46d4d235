import { catalogue } from './catalogue.js';
import type { Finding, MantissaError } from './mantissa-error.js';

/** The error as the terminal shows it: code and summary, findings with place and code frame, remedy. */
export function renderError(error: MantissaError): string {
  const { summary } = catalogue[error.code];
  const lines = [`error ${error.code}: ${summary}`];
  for (const finding of error.findings) lines.push(...renderFinding(finding));
  lines.push(`  remedy: ${error.remedy}`);
  return lines.join('\n');
}

function renderFinding({ text, place }: Finding): string[] {
  if (!place) return [`  ${text}`];
  const position =
    place.line === undefined ? '' : place.column === undefined ? `:${place.line}` : `:${place.line}:${place.column}`;
  return [`  ${place.file}${position}: ${text}`, ...(place.frame ? [place.frame] : [])];
}
