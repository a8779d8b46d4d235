/** The command line as the user typed it, recorded in a study. */
export function commandLine(): string[] {
  return ['mantissa', ...process.argv.slice(2)];
}
