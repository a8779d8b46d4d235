/** The source, with names in the colours of their formats in the shown trial; a panel beside it gives the reasons. */
import { memo } from 'preact/compat';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ReportSource } from '../../src/report/document.js';
import { FormatChip } from '../glyphs.js';
import { formatIn, type Reader, showsSameTrial } from '../reading.js';
import { VirtualList } from '../virtual-list.js';
import { heatOf } from './heat.js';
import { type MarkedFile, markFile, type Segment } from './marked-lines.js';
import { WhyPanel } from './why-panel.js';

const LINE_HEIGHT = 20;
const LIST_HEIGHT = 600;

export const SourceSection = memo(({ reader }: { readonly reader: Reader }) => {
  const { source } = reader.report;
  if (!source)
    return <p class="empty">This study was made by an older version of Mantissa, which did not record the program.</p>;
  return <Source reader={reader} source={source} />;
}, showsSameSelection);

/** Memo condition of the source: same trial and same selected place, set and heat. */
function showsSameSelection(before: { readonly reader: Reader }, after: { readonly reader: Reader }): boolean {
  const { place, set, heat } = after.reader.selection;
  const was = before.reader.selection;
  return showsSameTrial(before, after) && was.place === place && was.set === set && was.heat === heat;
}

function Source({ reader, source }: { readonly reader: Reader; readonly source: ReportSource }) {
  const { selection, select, trial } = reader;
  const placed = placeOf(source, selection.place);
  const [file, setFile] = useState(() => placed?.file ?? fileWithMost(source));
  useEffect(() => {
    if (placed) setFile(placed.file);
  }, [selection.place]);
  const marked = useMemo(() => source.files.map((_, index) => lazily(() => markFile(source, index))), [source]);
  const heat = useMemo(
    () => (selection.heat === null ? null : heatOf(source, selection.heat, file)),
    [source, selection.heat, file],
  );
  const chosenGroup = placed?.group ?? null;
  const set = reader.report.sets.find(({ id }) => id === selection.set);
  const inSet = useMemo(() => new Set(set?.operations), [set]);
  const firstOfSet = set ? source.operations[set.operations[0] ?? -1] : undefined;
  useEffect(() => {
    if (firstOfSet) setFile(firstOfSet.file);
  }, [firstOfSet]);
  const current = marked[file]!();
  const focus =
    placed && placed.file === file
      ? placed.line
      : firstOfSet?.file === file
        ? firstOfSet.line
        : firstLine(source, file);
  return (
    <>
      <div class="source-controls">
        {source.files.length > 1 && (
          <label>
            file{' '}
            <select value={file} onChange={(event) => setFile(Number(event.currentTarget.value))}>
              {source.files.map(({ path }, index) => (
                <option key={path} value={index}>
                  {path}
                </option>
              ))}
            </select>
          </label>
        )}
        {source.files.length === 1 && <code>{source.files[0]!.path}</code>}
        {source.files[file]!.isChanged && <span class="badge state-broken-off">changed since the study</span>}
        {source.profiles.length > 0 && (
          <label>
            heat{' '}
            <select
              value={selection.heat ?? ''}
              onChange={({ currentTarget: { value } }) => select({ heat: value === '' ? null : Number(value) })}
            >
              <option value="">none</option>
              {source.profiles.map(({ mode, input }, index) => (
                <option key={`${mode} ${input}`} value={index}>
                  {mode === 'count' ? 'execution count' : 'error in fp32'}, {input}
                </option>
              ))}
            </select>
          </label>
        )}
        <span class="legend-inline">
          {reader.report.formats.map(({ format, letter }) => (
            <FormatChip key={format} format={format} letter={letter} />
          ))}
          <span class="chip is-frozen">
            <b>#</b> frozen
          </span>
        </span>
      </div>
      <div class="source-and-why">
        <VirtualList
          class="code"
          count={current.count}
          rowHeight={LINE_HEIGHT}
          height={LIST_HEIGHT}
          focus={focus === null ? null : focus - 1}
          label={`source of ${source.files[file]!.path}`}
          role="region"
          row={(index) => (
            <Line
              key={index}
              number={index + 1}
              segments={current.segments(index + 1)}
              reader={reader}
              source={source}
              chosenGroup={chosenGroup}
              inSet={inSet}
              heat={heat?.get(index + 1) ?? null}
              isFocus={placed?.line === index + 1 && placed.file === file}
            />
          )}
        />
        <WhyPanel reader={reader} source={source} />
      </div>
      <p class="caption">
        The colour of a name and the letter at its declaration show its format in{' '}
        {trial ? `trial ${trial.number}` : 'the original program'}. Frozen sites are hatched. Select a name to see the
        reason for its format
        {source.profiles.length > 0 ? '. The gutter shows execution counts, or errors in fp32' : ''}.
      </p>
    </>
  );
}

interface LineProps {
  readonly number: number;
  readonly segments: readonly Segment[];
  readonly reader: Reader;
  readonly source: ReportSource;
  readonly chosenGroup: number | null;
  readonly inSet: ReadonlySet<number>;
  readonly heat: { part: number; words: string } | null;
  readonly isFocus: boolean;
}

function Line({ number, segments, reader, source, chosenGroup, inSet, heat, isFocus }: LineProps) {
  return (
    <div class={`line ${isFocus ? 'is-focus' : ''}`}>
      <span class="heat" title={heat?.words}>
        {heat && <i style={{ width: `${Math.round(100 * heat.part)}%`, opacity: 0.25 + 0.75 * heat.part }} />}
      </span>
      <span class="number">{number}</span>
      <span class="text">
        {segments.map((segment, at) => (
          <Piece
            key={at}
            segment={segment}
            reader={reader}
            source={source}
            chosenGroup={chosenGroup}
            isInSet={segment.operation !== null && inSet.has(segment.operation)}
          />
        ))}
      </span>
    </div>
  );
}

interface PieceProps extends Pick<LineProps, 'reader' | 'source' | 'chosenGroup'> {
  readonly segment: Segment;
  readonly isInSet: boolean;
}

function Piece({ segment, reader, source, chosenGroup, isInSet }: PieceProps) {
  const { trial, select, letterOf } = reader;
  if (segment.site !== null) {
    const site = source.sites[segment.site]!;
    const group = source.groups[site.group]!;
    const format = formatIn(reader, trial, group.dimension, site.format);
    const isFrozen = group.status === 'frozen';
    const state = `${isFrozen ? 'is-frozen' : ''} ${site.group === chosenGroup ? 'is-chosen' : ''} ${format === site.format ? '' : 'is-lowered'}`;
    return (
      <button
        type="button"
        class={`place format-${format} ${state}`}
        tabIndex={segment.isDeclaration ? 0 : -1}
        title={`${site.id}: ${format}${isFrozen ? ', frozen' : ''}`}
        onClick={() => select({ place: site.id })}
      >
        {segment.text}
        {segment.isDeclaration && <sup>{isFrozen ? '#' : letterOf(format)}</sup>}
      </button>
    );
  }
  if (segment.operation !== null) {
    const operation = source.operations[segment.operation]!;
    const format = formatIn(reader, trial, operation.dimension, operation.format);
    const isChosen = reader.selection.place === operation.id;
    const isChanged = operation.dimension !== null && format !== operation.format;
    return (
      <button
        type="button"
        class={`operation ${isInSet ? 'is-in-set' : ''} ${isChosen ? 'is-chosen' : ''} ${isChanged ? `is-lowered format-${format}` : ''}`}
        tabIndex={-1}
        title={`${operation.id}: ${operation.symbol} in ${format}`}
        onClick={() => select({ place: operation.id })}
      >
        {segment.text}
      </button>
    );
  }
  return <span class={`token-${segment.kind}`}>{segment.text}</span>;
}

/** The position of a selected site or operation. */
function placeOf(source: ReportSource, id: string | null): { file: number; line: number; group: number | null } | null {
  if (id === null) return null;
  const site = source.sites.find((one) => one.id === id);
  if (site) return { file: site.file, line: site.line, group: site.group };
  const operation = source.operations.find((one) => one.id === id);
  return operation ? { file: operation.file, line: operation.line, group: null } : null;
}

/** The file with the most tunable sites, which opens first. */
function fileWithMost({ files, sites, groups }: ReportSource): number {
  const counts = files.map(
    (_, index) => sites.filter((site) => site.file === index && groups[site.group]!.dimension !== null).length,
  );
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

/** The first line with a tunable site, minus some context. */
function firstLine({ sites, groups }: ReportSource, file: number): number | null {
  const lines = sites.flatMap((site) =>
    site.file === file && groups[site.group]!.dimension !== null ? [site.line] : [],
  );
  return lines.length === 0 ? null : Math.max(1, Math.min(...lines) - 3);
}

function lazily(make: () => MarkedFile): () => MarkedFile {
  let made: MarkedFile | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
