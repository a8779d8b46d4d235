import type { ReportDocument } from '../../src/report/document.js';
import { saveFile } from '../download.js';
import { plural, wholeWords } from '../words.js';
import { Command } from './command.js';

export function VerdictSection({ report }: { readonly report: ReportDocument }) {
  const { verdict, notices, outcomes, trials } = report;
  return (
    <>
      <p class={`verdict tone-${verdict.tone}`}>{verdict.sentence}</p>
      {verdict.actions.length > 0 && (
        <div class="actions">
          {verdict.actions.map(({ command, does }) => (
            <Command key={command} text={command} does={does} />
          ))}
        </div>
      )}
      <dl class="facts">
        {verdict.facts.map(({ name, value, note }) => (
          <div key={name} class="fact">
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              <span>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      {trials.length > 0 && (
        <p class="outcomes">
          {plural(trials.length, 'trial')}:{' '}
          {outcomes.map(({ outcome, count }) => `${wholeWords(count)} ${outcome}`).join(', ')}
        </p>
      )}
      {notices.length > 0 && (
        <ul class="notices">
          {notices.map(({ kind, text, remedy }) => (
            <li key={text} class={`notice-${kind}`}>
              <b>{kind === 'warning' ? 'warning' : 'note'}</b> {text}
              {remedy && <span class="remedy">{remedy}</span>}
            </li>
          ))}
        </ul>
      )}
      <p class="downloads">
        <button
          type="button"
          onClick={() => saveFile(`${report.program}-report.json`, 'application/json', JSON.stringify(report, null, 2))}
        >
          Download the report as JSON
        </button>
      </p>
    </>
  );
}
