import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { findingsOf } from '../../features/characterization/findings.js';
import { profileOf } from '../../features/characterization/measured-profile.js';
import { characterize } from '../../features/characterization/measuring/characterize.js';
import { findBenchmarks } from '../../features/characterization/measuring/find-benchmarks.js';
import { PART_NAMES, type PartName } from '../../features/characterization/parts.js';
import { type Characterization, characterizationSchema } from '../../features/characterization/record.js';
import { renderCharacterization } from '../../features/characterization/report/page.js';
import { Interrupted } from '../../study/plan.js';
import { measuredProfileFile } from '../../study/planning/modelled-gpu.js';
import { makeFolder } from '../../support/make-folder.js';
import { nearestName } from '../../support/nearest-name.js';
import { Irregular, readRegularFile } from '../../support/regular-file.js';
import { visibleText } from '../../support/visible-text.js';
import { writeWhole } from '../../support/write-whole.js';
import type { CharacterizeOptions } from '../commands/characterize.js';
import { interruption } from '../interruption.js';
import { characterizationAnswer } from '../text/characterization-answer.js';
import { answer, say, terminalPaint } from '../text/terminal.js';

const RECORD = 'record.json';
const REPORT = 'report.html';
/** Written for a GPU. `tune --gpu here` reads the copy in the user's data folder. */
const PROFILE = 'profile.json';

/** `mantissa characterize`: measures the speed and accuracy of each precision, and writes a record, a report and findings. */
export async function characterizeCommand(options: CharacterizeOptions): Promise<void> {
  const parts = partsOf(options.only);
  const folder = path.resolve(options.output);
  const other = options.compare === undefined ? null : readRecord(path.resolve(options.compare));
  const file = path.join(folder, RECORD);
  const known = options.fresh ? null : readRecordIfThere(file);
  const benchmarks = await findBenchmarks(options.engine);
  const signal = interruption();
  try {
    for (const note of benchmarks.notes) say(`${visibleText(note)}\n`);
    const record = await characterize(benchmarks, {
      ...{ parts, isQuick: options.quick === true, signal, known },
      onStep: (text) => progress(`characterizing ${benchmarks.machine.name}: ${text}`),
      onPart: (now) => write(folder, RECORD, `${JSON.stringify(now, null, 1)}\n`),
    }).finally(() => progress(null));
    if (signal.aborted) throw new Interrupted();
    finish(record, other, folder, options);
  } finally {
    await benchmarks.close();
  }
}

function finish(
  record: Characterization,
  other: Characterization | null,
  folder: string,
  options: CharacterizeOptions,
): void {
  write(folder, RECORD, `${JSON.stringify(record, null, 1)}\n`);
  write(folder, REPORT, renderCharacterization(record, other));
  const profile = profileOf(record);
  if (profile)
    for (const file of [path.join(folder, PROFILE), measuredProfileFile()])
      write(path.dirname(file), path.basename(file), `${JSON.stringify(profile, null, 2)}\n`);
  if (options.json) return answer(`${JSON.stringify({ ...record, findings: findingsOf(record) }, null, 2)}\n`);
  const files = [REPORT, RECORD, ...(profile ? [PROFILE] : [])].map((name) => path.join(options.output, name));
  answer(characterizationAnswer(record, other, files, terminalPaint()));
}

function partsOf(only: string | undefined): readonly PartName[] {
  if (only === undefined) return PART_NAMES;
  return only.split(',').map((text) => {
    const name = text.trim();
    const found = PART_NAMES.find((one) => one === name);
    if (found) return found;
    const nearest = nearestName(name, PART_NAMES);
    throw new MantissaError(
      'MX2004',
      `--only takes a list of ${PART_NAMES.join(', ')}, not '${name}'${nearest ? `: did you mean ${nearest}?` : ''}`,
    );
  });
}

function readRecordIfThere(file: string): Characterization | null {
  try {
    return readRecord(file);
  } catch (error) {
    if (error instanceof MantissaError && error.code === 'MX2001') return null;
    throw error;
  }
}

function readRecord(file: string): Characterization {
  let text: string;
  try {
    text = readRegularFile(file).toString('utf8');
  } catch (error) {
    if (error instanceof Irregular)
      throw new MantissaError('MX2025', { text: `it ${error.message}`, place: { file } }, { cause: error });
    throw new MantissaError('MX2001', { text: 'there is no such file', place: { file } }, { cause: error });
  }
  try {
    const parsed = characterizationSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new MantissaError('MX2060', {
      text: `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'not a record'}`,
      place: { file },
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new MantissaError('MX2060', { text: `it is not JSON: ${error.message}`, place: { file } }, { cause: error });
  }
}

function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  try {
    makeFolder(folder);
    writeWhole(file, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX1007', { text: why, place: { file } }, { cause: error });
  }
}

function progress(text: string | null): void {
  if (process.stderr.isTTY) process.stderr.write(text === null ? '\r\u001b[K' : `\r\u001b[K${visibleText(text)}`);
}
