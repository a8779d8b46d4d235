import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';

/** A source of ours that an engine builds beside the user's program: what its head says it is for. */
export function engineSource(name: 'native-launcher.cpp' | 'wasm-support.c'): string {
  return fs.readFileSync(path.join(runtimeFolder(), 'engines', name), 'utf8');
}
