/** The reason for the format of a site or operation: its group, its error when lowered alone, the trials that changed it. */
import type { ReportOperation, ReportSource } from '../../src/report/document.js';
import { FormatChip, Glyph, lookOf } from '../glyphs.js';
import { AS_DECLARED, formatIn, type Reader } from '../reading.js';
import { countWords, errorWords, plural, ratioWords, speedWords } from '../words.js';

const LISTED_TRIALS = 30;
const LISTED_MEMBERS = 40;

export function WhyPanel({ reader, source }: { readonly reader: Reader; readonly source: ReportSource }) {
  const { place } = reader.selection;
  const site = source.sites.findIndex(({ id }) => id === place);
  const operation = site < 0 ? source.operations.find(({ id }) => id === place) : undefined;
  return (
    <aside class="why" aria-label="why" aria-live="polite">
      {site >= 0 ? (
        <SiteWhy reader={reader} source={source} site={site} />
      ) : operation ? (
        <OperationWhy reader={reader} source={source} operation={operation} />
      ) : (
        <Overview source={source} reader={reader} />
      )}
    </aside>
  );
}

function Overview({ source, reader }: { readonly source: ReportSource; readonly reader: Reader }) {
  const of = (status: string) => source.groups.filter((group) => group.status === status);
  const lists = [
    ['lowered', of('lowered')],
    ['not lowered', of('kept')],
    ['frozen', of('frozen')],
    ['outside the scope', of('out-of-scope')],
  ] as const;
  return (
    <>
      <h3>Reasons for the formats</h3>
      <p class="hint">Select a name in the source or in these lists.</p>
      {lists.map(([words, groups]) =>
        groups.length === 0 ? null : (
          <div key={words}>
            <h4>
              {plural(groups.length, 'group')} {words}
            </h4>
            <ul class="names-list">
              {groups.slice(0, LISTED_MEMBERS).map((group) => {
                const name =
                  group.dimension === null
                    ? source.sites[group.sites[0]!]!.id
                    : reader.report.dimensions[group.dimension]!.id;
                const member = group.sites.find((one) => source.sites[one]!.id === name) ?? group.sites[0]!;
                return (
                  <li key={group.id}>
                    <button
                      type="button"
                      class="link"
                      onClick={() => reader.select({ place: source.sites[member]!.id })}
                    >
                      {name}
                    </button>
                    {group.sites.length > 1 && <span class="count"> +{group.sites.length - 1}</span>}
                  </li>
                );
              })}
              {groups.length > LISTED_MEMBERS && <li>and {groups.length - LISTED_MEMBERS} more</li>}
            </ul>
          </div>
        ),
      )}
    </>
  );
}

function SiteWhy({
  reader,
  source,
  site,
}: {
  readonly reader: Reader;
  readonly source: ReportSource;
  readonly site: number;
}) {
  const { id, type, group: at, format } = source.sites[site]!;
  const group = source.groups[at]!;
  const { trial, letterOf, report, select } = reader;
  const now = formatIn(reader, trial, group.dimension, format);
  const alone = report.sensitivity.filter(({ dimension }) => dimension === group.dimension);
  const others = group.sites.filter((one) => one !== site);
  return (
    <>
      <h3>{id}</h3>
      <p>
        <code>{type}</code> <FormatChip format={format} letter={letterOf(format)} />
        {now !== format && (
          <>
            {' → '}
            <FormatChip format={now} letter={letterOf(now)} /> in trial {trial!.number}
          </>
        )}
      </p>
      <p class={`reason status-${group.status}`}>{group.why}</p>
      {alone.map((one) => (
        <p key={one.trial}>
          Lowered alone to {one.format}:{' '}
          <b>{one.error === null ? one.outcome : `${report.goal.metric} ${errorWords(one.error)}`}</b>,{' '}
          {one.accepted ? 'goal met' : 'goal missed'} (
          <button type="button" class="link" onClick={() => select({ trial: one.trial })}>
            trial {one.trial}
          </button>
          )
        </p>
      ))}
      {group.dimension !== null && alone.length === 0 && <p class="hint">No trial lowered this group alone.</p>}
      {others.length > 0 && (
        <>
          <h4>Changes together with</h4>
          <ul class="names-list">
            {others.slice(0, LISTED_MEMBERS).map((one) => (
              <li key={one}>
                <button type="button" class="link" onClick={() => select({ place: source.sites[one]!.id })}>
                  {source.sites[one]!.id}
                </button>
              </li>
            ))}
            {others.length > LISTED_MEMBERS && <li>and {others.length - LISTED_MEMBERS} more</li>}
          </ul>
          <details>
            <summary>reasons</summary>
            <ul>
              {group.together.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        </>
      )}
      {group.dimension !== null && <ChangedBy reader={reader} dimension={group.dimension} />}
      <p>
        <button type="button" class="quiet" onClick={() => select({ place: null })}>
          all groups
        </button>
      </p>
    </>
  );
}

function ChangedBy({ reader, dimension }: { readonly reader: Reader; readonly dimension: number }) {
  const changing = reader.report.trials.filter(
    ({ cells, outcome }) => cells[dimension] !== AS_DECLARED && outcome !== 'duplicate',
  );
  const accepted = changing.filter((trial) => trial.accepted).length;
  return (
    <details>
      <summary>
        {plural(changing.length, 'trial')} changed it, {accepted} met the goal
      </summary>
      <ul class="trial-links">
        {changing.slice(0, LISTED_TRIALS).map((trial) => (
          <li key={trial.number}>
            <Glyph look={lookOf(trial)} />
            <button type="button" class="link" onClick={() => reader.select({ trial: trial.number })}>
              trial {trial.number}
            </button>
            : {errorWords(trial.error)}, {speedWords(trial)}
          </li>
        ))}
        {changing.length > LISTED_TRIALS && <li>and {changing.length - LISTED_TRIALS} more in the table</li>}
      </ul>
    </details>
  );
}

interface OperationWhyProps {
  readonly reader: Reader;
  readonly source: ReportSource;
  readonly operation: ReportOperation;
}

function OperationWhy({ reader, source, operation }: OperationWhyProps) {
  const { trial, letterOf, report, select } = reader;
  const index = source.operations.indexOf(operation);
  const now = formatIn(reader, trial, operation.dimension, operation.format);
  const sets = report.sets.filter(({ operations }) => operations.includes(index));
  return (
    <>
      <h3>{operation.id}</h3>
      <p>
        <code>{operation.symbol}</code> in <FormatChip format={operation.format} letter={letterOf(operation.format)} />
        {now !== operation.format && (
          <>
            {' → '}
            <FormatChip format={now} letter={letterOf(now)} /> in trial {trial!.number}
          </>
        )}
      </p>
      {source.profiles.map(({ mode, input }, at) => (
        <p key={`${mode} ${input}`}>
          {countWords(operation.executions[at] ?? 0)} executions on {input}
          {operation.differences[at] != null && <>; average error in fp32: {errorWords(operation.differences[at]!)}</>}
        </p>
      ))}
      {sets.map((set) => (
        <p key={set.id}>
          In set{' '}
          <button type="button" class="link" onClick={() => select({ set: set.id })}>
            {set.id}
          </button>
          , {ratioWords(set.arithmeticToCast)} operations per conversion
        </p>
      ))}
      {operation.dimension !== null && <ChangedBy reader={reader} dimension={operation.dimension} />}
      <p>
        <button type="button" class="quiet" onClick={() => select({ place: null })}>
          all groups
        </button>
      </p>
    </>
  );
}
