import { collectWork } from '../../features/cluster/collected-work.js';
import { encode } from '../../features/cluster/wire.js';
import { answer } from '../text/terminal.js';

/** `mantissa collect`: hands over what a job has done in a folder of its node, besides results that are known. */
export async function collectFromNode(folder: string, known: readonly string[]): Promise<void> {
  answer(encode(await collectWork(folder, known)));
}
