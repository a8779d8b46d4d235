import * as fs from 'node:fs';
import path from 'node:path';
import { runtimeFolder } from '../clang/resources.js';

/** A support source in runtime/engines; its head comment describes its purpose. */
export function engineSource(name: 'native-launcher.cpp' | 'wasm-support.c'): string {
  return fs.readFileSync(path.join(runtimeFolder(), 'engines', name), 'utf8');
}
