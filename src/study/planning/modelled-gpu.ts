/** Whose costs modelled speedups have: the profile named with --gpu, of the GPU at hand, or a default. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { type DeviceProfile, parseDeviceProfile } from '../../analysis/devices/device-profile.js';
import { DEFAULT_DEVICE, findDevice, HERE, recogniseDevice } from '../../analysis/devices/devices.js';
import { PerformanceModel } from '../../analysis/performance-model.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { findGpu } from '../../execution/cuda/gpu.js';
import { knownState } from '../../journal/study-journal.js';
import type { Format } from '../../numerics/format.js';
import type { Program } from '../../program/program.js';
import { dataFolder } from '../../support/data-folder.js';
import { Irregular, readRegularFile } from '../../support/regular-file.js';

export interface ModelledGpu {
  /** As --gpu takes it: a name, or the path of a profile. */
  readonly name: string;
  readonly profile: DeviceProfile;
  /** Of the profile's file; null for one that comes with the program. */
  readonly digest: string | null;
  /** Whether the GPU at hand is known to be another one: what it takes then says nothing. */
  readonly isElsewhere: boolean;
}

/** `asked` is what the user wrote; without it a study goes on with the GPU it began with. */
export async function chooseModelledGpu(asked: string | undefined, studyFolder: string | null): Promise<ModelledGpu> {
  const name = asked ?? (studyFolder === null ? null : gpuOfStudy(studyFolder));
  const gpu = await findGpu();
  const recognised = gpu && recogniseDevice(gpu.name);
  if (name === null) {
    const here = gpu && measuredHere();
    if (here?.profile.name === gpu?.name && here) return { ...here, isElsewhere: false };
    return { ...(recognised ? { ...recognised, digest: null } : namedGpu(DEFAULT_DEVICE)), isElsewhere: false };
  }
  const named = namedGpu(name);
  if (name === HERE) return { ...named, isElsewhere: gpu !== null && gpu.name !== named.profile.name };
  // a GPU that is not known has the default's profile, which its study remembers: only who asks for another means another
  const mayBeIt = recognised ? named.profile === recognised.profile : asked === undefined;
  return { ...named, isElsewhere: gpu !== null && isBuiltIn(name) && !mayBeIt };
}

/** Where `mantissa characterize` leaves the profile it measured, for every folder that tunes. */
export function measuredProfileFile(): string {
  return path.join(dataFolder(), 'here.json');
}

/** Null where nothing was measured. */
function measuredHere(): Omit<ModelledGpu, 'isElsewhere'> | null {
  if (!fs.existsSync(measuredProfileFile())) return null;
  return { ...profileIn(measuredProfileFile(), HERE), name: HERE };
}

/** A file of one's own may well be about the GPU at hand. */
function isBuiltIn(name: string): boolean {
  return !/\.json$/i.test(name);
}

function namedGpu(name: string): Omit<ModelledGpu, 'isElsewhere'> {
  if (name === HERE) {
    const here = measuredHere();
    if (here) return here;
    throw new MantissaError('MX2035', 'no GPU was measured on this machine yet', {
      remedy: 'measure it with mantissa characterize --engine cuda, or choose a profile that there is',
    });
  }
  if (isBuiltIn(name)) {
    const byDriver = recogniseDevice(name); // as nvidia-smi says it
    return { ...(byDriver ?? { name: name.toLowerCase(), profile: findDevice(name) }), digest: null };
  }
  return profileIn(path.resolve(name), name);
}

/** `said` is what the user called it. */
function profileIn(file: string, said: string): Omit<ModelledGpu, 'isElsewhere'> {
  let text: string;
  try {
    text = readRegularFile(file).toString('utf8');
  } catch (error) {
    if (error instanceof Irregular)
      throw new MantissaError('MX2025', { text: `it ${error.message}`, place: { file } }, { cause: error });
    throw new MantissaError('MX2036', { text: 'it cannot be read', place: { file } }, { cause: error });
  }
  try {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return { name: file, profile: parseDeviceProfile(JSON.parse(text), said), digest };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new MantissaError('MX2036', { text: `it is not JSON: ${error.message}`, place: { file } }, { cause: error });
  }
}

function gpuOfStudy(folder: string): string | null {
  return knownState(folder)?.started?.gpu ?? null;
}

/** Refuses a profile without the figures that a program's operations need in these formats. */
export function checkProfileSuffices(
  { name, profile }: Pick<ModelledGpu, 'name' | 'profile'>,
  program: Program,
  formats: Iterable<Format>,
): void {
  const missing = new PerformanceModel(program, profile, null).missingEntries([...formats]);
  if (missing.length > 0)
    throw new MantissaError(
      'MX2037',
      `${name} has no ${missing.slice(0, 6).join(', ')}${missing.length > 6 ? ` and ${missing.length - 6} more` : ''}`,
    );
}
