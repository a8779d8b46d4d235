/** Functions whose address is given away: who calls them, and with what, is not seen. */
import type { CellIndex } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';

/** What such a function is given and gives back stays as it is, whether its type says what memory holds or not. */
export function freezeWhatPointersCall(builder: ProgramBuilder): void {
  builder.functions.forEach((draft, index) => {
    if (!draft.addressTaken) return;
    const evidence = `${draft.name}, at ${builder.at(draft.addressTaken)}`;
    const keep = (cell: CellIndex | null) => {
      if (cell !== null) builder.freezeCell(cell, 'function-pointer', evidence);
    };
    draft.parameters.forEach((site, position) => {
      const carrier = site ?? builder.parameterCarrier(index, position);
      if (carrier !== null && isByteCount(builder, carrier)) builder.countPlain(carrier);
      else keep(carrier);
    });
    keep(draft.returnSite);
    keep(draft.returnCarrier);
  });
}

export function isByteCount(builder: ProgramBuilder, cell: CellIndex): boolean {
  return cell < 0 && builder.carriers[-cell - 1]!.what === 'byte-count';
}
