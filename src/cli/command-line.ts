/** What was typed, as a study remembers it. */
export function commandLine(): string[] {
  return ['mantissa', ...process.argv.slice(2)];
}
