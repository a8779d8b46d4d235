import { collectWork } from '../../features/cluster/collected-work.js';
import { encode } from '../../features/cluster/wire.js';
import { answer } from '../text/terminal.js';

/** `mantissa collect`: prints the results of a job from a folder of its node, except those in `known`. */
export async function collectFromNode(folder: string, known: readonly string[]): Promise<void> {
  answer(encode(await collectWork(folder, known)));
}
