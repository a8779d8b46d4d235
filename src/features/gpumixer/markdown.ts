/** The tables of the GPUMixer paper as Markdown. */
import { gpuText, type SetsRecord, type StudyState } from '../../core.js';
import {
  type DeltaRow,
  DIGIT_LEVELS,
  deltaTable,
  type ModeRow,
  modeTable,
  mostOfIdeal,
  PERFORMANCE_THRESHOLDS,
  type TableCell,
  untriedSets,
} from './paper-tables.js';
import { PooledSpeedups } from './pooled-speedups.js';

export interface GpumixerTables {
  readonly program: string;
  readonly engine: string;
  /** The device profile of modelled figures. */
  readonly gpu: string;
  /** Speedup in the lowest formats, and whether it was measured. */
  readonly ideal: { readonly ratio: number | null; readonly clock: string; readonly isNoise: boolean };
  /** Number of sets, and of those that a limit left untried. */
  readonly sets: { readonly found: number; readonly untried: number };
  readonly shadowOverhead: number | null;
  readonly kernels: SetsRecord['kernels'];
  readonly modes: readonly ModeRow[];
  readonly deltaDebugging: readonly DeltaRow[];
  /** Numbers of digits at which a limit ended delta debugging. */
  readonly cutShort: readonly number[];
  readonly most: readonly {
    readonly digits: number;
    readonly fisets: number | null;
    readonly deltaDebugging: number | null;
  }[];
}

export function gpumixerTables(sets: StudyState, deltas: ReadonlyMap<number, StudyState>): GpumixerTables {
  const speedups = new PooledSpeedups([sets, ...deltas.values()]);
  const shadow = [...sets.profiles.values()].find(({ mode }) => mode === 'shadow');
  return {
    program: sets.started?.program ?? '',
    engine: sets.started?.engine ?? '',
    gpu: sets.started?.gpu ?? '',
    ideal: { ratio: speedups.ideal, clock: sets.ideal?.clock ?? 'wall', isNoise: speedups.isIdealNoise },
    sets: { found: sets.sets?.sets.length ?? 0, untried: untriedSets(sets, speedups) },
    shadowOverhead: shadow?.overhead ?? null,
    kernels: sets.sets?.kernels ?? [],
    modes: modeTable(sets, speedups),
    deltaDebugging: deltaTable(deltas, speedups),
    cutShort: [...deltas].flatMap(([digits, { ended }]) => (ended?.reason === 'finished' ? [] : [digits])),
    most: DIGIT_LEVELS.map((digits) => ({
      digits,
      fisets: mostOfIdeal(sets, digits, speedups),
      deltaDebugging: deltas.has(digits) ? mostOfIdeal(deltas.get(digits)!, digits, speedups) : null,
    })),
  };
}

export function renderGpumixerTables(tables: GpumixerTables): string {
  const { program, ideal, kernels, modes, deltaDebugging, most } = tables;
  const thresholds = thresholdTexts();
  const how = ideal.clock === 'modelled' ? `modelled for ${gpuText(tables.gpu)}` : 'measured';
  const cut = tables.cutShort.map((digits) => `at ${digits} digits`).join(', ');
  return [
    `# ${program}: sets of operations against delta debugging`,
    '',
    ideal.ratio === null
      ? `The program in the lowest formats ${ideal.isNoise ? 'is not faster beyond the noise' : 'fails'}, so there is no ideal speedup to compare with.`
      : `In the lowest formats the program is ${ideal.ratio.toFixed(2)}× as fast (${how}). Figures are percent of that gain, with runs in parentheses; a dash means that no trial reaches the thresholds.`,
    ...(tables.sets.untried === 0
      ? []
      : [
          '',
          `${tables.sets.untried} of ${tables.sets.found} sets were not tried and timed before the limit, and are missing in the tables.`,
        ]),
    '',
    '## Kernels',
    '',
    ...table(
      [
        'kernel',
        `share of ${kernels[0]?.shareOf ?? 'time'}`,
        'sets',
        'mean r_ac',
        'registers',
        'mixed',
        'not tried because',
      ],
      kernels.map(({ name, share, sets, arithmeticToCast, registers, setAside }) => [
        name,
        `${(100 * share).toFixed(1)} %`,
        String(sets),
        arithmeticToCast?.toFixed(2) ?? '–',
        String(registers?.baseline ?? '–'),
        String(registers?.mixed ?? '–'),
        setAside ?? '',
      ]),
    ),
    '',
    '## Sets and shadow computations, by mode and performance threshold',
    '',
    ...table(
      ['digits', 'mode 1', ...thresholds.map((one) => `mode 2, ${one}`), ...thresholds.map((one) => `mode 3, ${one}`)],
      modes.map(({ digits, mode1, mode2, mode3 }) => [String(digits), ...[mode1, ...mode2, ...mode3].map(cellText)]),
    ),
    '',
    '## Mode 3 with whole kernels, their memory and single arrays as further sets (not in the paper)',
    '',
    ...byThreshold(modes.map(({ digits, withMemory: cells }) => ({ digits, cells }))),
    '',
    '## The same sets, ordered by modelled gain (not in the paper)',
    '',
    ...byThreshold(modes.map(({ digits, byGain: cells }) => ({ digits, cells }))),
    '',
    '## Delta debugging',
    '',
    ...byThreshold(deltaDebugging),
    ...(cut === '' ? [] : ['', `A limit ended the search ${cut}; it may find more.`]),
    '',
    '## Largest share of the ideal found by either',
    '',
    ...table(
      ['digits', 'sets', 'delta debugging'],
      most.map((row) => [String(row.digits), percentText(row.fisets), percentText(row.deltaDebugging)]),
    ),
    '',
  ].join('\n');
}

function thresholdTexts(): string[] {
  return PERFORMANCE_THRESHOLDS.map((percent) => `${percent} %`);
}

function byThreshold(rows: readonly DeltaRow[]): string[] {
  return table(
    ['digits', ...thresholdTexts()],
    rows.map(({ digits, cells }) => [String(digits), ...cells.map(cellText)]),
  );
}

function cellText({ ofIdeal, runs }: TableCell): string {
  return ofIdeal === null ? '–' : `${percentText(ofIdeal)} (${runs})`;
}

function percentText(percent: number | null): string {
  return percent === null ? '–' : `${percent.toFixed(1)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
