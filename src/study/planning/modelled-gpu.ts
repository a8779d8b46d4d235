/** Chooses the GPU whose cost model is used: the one named with --gpu, the GPU of this machine, or a default. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { type DeviceProfile, parseDeviceProfile } from '../../analysis/devices/device-profile.js';
import {
  DEFAULT_DEVICE,
  deviceOfArchitecture,
  findDevice,
  HERE,
  recogniseDevice,
} from '../../analysis/devices/devices.js';
import { isFasterInPairs } from '../../analysis/performance/double-precision.js';
import { PerformanceModel } from '../../analysis/performance-model.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { findGpu } from '../../execution/cuda/gpu.js';
import { recordedState } from '../../journal/study-journal.js';
import type { Format } from '../../numerics/format.js';
import type { Program } from '../../program/program.js';
import { dataFolder } from '../../support/data-folder.js';
import { Irregular, readRegularFile } from '../../support/regular-file.js';

export interface ModelledGpu {
  /** The argument of --gpu: a name, or the path of a profile. */
  readonly name: string;
  readonly profile: DeviceProfile;
  /** Digest of the profile's file; null for a built-in profile. */
  readonly digest: string | null;
  /** Whether this machine's GPU is known to be another one, so that measured times say nothing about the model. */
  readonly isElsewhere: boolean;
}

/** `requested`: the argument of --gpu; without it a resumed study uses the GPU it began with. */
export async function chooseModelledGpu(
  requested: string | undefined,
  studyFolder: string | null,
): Promise<ModelledGpu> {
  const name = requested ?? (studyFolder === null ? null : gpuOfStudy(studyFolder));
  const gpu = await findGpu();
  const recognised = gpu && recogniseDevice(gpu.name);
  if (name === null) {
    const here = gpu && measuredHere();
    if (here?.profile.name === gpu?.name && here) return { ...here, isElsewhere: false };
    const known = recognised ?? (gpu && rationedLike(gpu.architecture));
    return { ...(known ? { ...known, digest: null } : namedGpu(DEFAULT_DEVICE)), isElsewhere: false };
  }
  const named = namedGpu(name);
  if (name === HERE) return { ...named, isElsewhere: gpu !== null && gpu.name !== named.profile.name };
  // an unknown GPU uses the default profile, which its study records: only an explicit --gpu may mean another GPU
  const mayBeIt = recognised ? named.profile === recognised.profile : requested === undefined;
  return { ...named, isElsewhere: gpu !== null && isBuiltIn(name) && !mayBeIt };
}

/** For a GPU without a profile: one of its architecture, if that rations fp64. The default profile would model it 32 times too fast. */
function rationedLike(architecture: string): ReturnType<typeof deviceOfArchitecture> {
  const found = deviceOfArchitecture(architecture);
  return found && isFasterInPairs(found.profile) ? found : null;
}

/** The profile that `mantissa characterize` measured on this machine. */
export function measuredProfileFile(): string {
  return path.join(dataFolder(), 'here.json');
}

/** Null if no GPU has been measured on this machine. */
function measuredHere(): Omit<ModelledGpu, 'isElsewhere'> | null {
  if (!fs.existsSync(measuredProfileFile())) return null;
  return { ...profileIn(measuredProfileFile(), HERE), name: HERE };
}

/** A user's own profile file may describe this machine's GPU. */
function isBuiltIn(name: string): boolean {
  return !/\.json$/i.test(name);
}

function namedGpu(name: string): Omit<ModelledGpu, 'isElsewhere'> {
  if (name === HERE) {
    const here = measuredHere();
    if (here) return here;
    throw new MantissaError('MX2035', 'no GPU has been measured on this machine', {
      remedy: 'measure it with mantissa characterize --engine cuda, or choose a built-in profile',
    });
  }
  if (isBuiltIn(name)) {
    const byDriver = recogniseDevice(name); // a name printed by nvidia-smi
    return { ...(byDriver ?? { name: name.toLowerCase(), profile: findDevice(name) }), digest: null };
  }
  return profileIn(path.resolve(name), name);
}

/** `label`: the name that the user gave. */
function profileIn(file: string, label: string): Omit<ModelledGpu, 'isElsewhere'> {
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
    return { name: file, profile: parseDeviceProfile(JSON.parse(text), label), digest };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new MantissaError('MX2036', { text: `it is not JSON: ${error.message}`, place: { file } }, { cause: error });
  }
}

function gpuOfStudy(folder: string): string | null {
  return recordedState(folder)?.started?.gpu ?? null;
}

/** Throws if a profile lacks figures for the program's operations in these formats. */
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
