import { engines } from '../../core.js';
import { cacheFolder } from '../../support/cache-folder.js';
import { chooseWidth, type WidthChoice } from './choose-width.js';
import type { LaneProgram } from './lane-program.js';
import { measureWidths, NOTHING_TO_TIME_ON, type WidthTimes } from './measure-widths.js';
import type { VectorFormat, Width } from './vector-format.js';

/** Chooses the width by bandwidth (with nvcc and a GPU), by the registers that ptxas counts (with nvcc only), or else by the model. */
export function widthByEvidence(
  program: LaneProgram,
  format: VectorFormat,
  sourceFor: (width: Width) => string,
): Promise<WidthChoice> {
  return chooseWidth(program, format, sourceFor, (widths) => timedHere(program, format, widths, sourceFor));
}

async function timedHere(
  program: LaneProgram,
  format: VectorFormat,
  widths: readonly Width[],
  sourceFor: (width: Width) => string,
): Promise<WidthTimes> {
  const engine = engines.cuda({ cache: cacheFolder() });
  try {
    if (!(await engine.available()).ok) return NOTHING_TO_TIME_ON;
    return await measureWidths(engine, program, format, widths, sourceFor);
  } finally {
    await engine.close();
  }
}
