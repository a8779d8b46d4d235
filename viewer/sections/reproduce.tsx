import type { ReportDocument } from '../../src/report/document.js';
import { errorWords, plural, timeWords } from '../words.js';
import { Command } from './command.js';

/** Inputs and environment of the study, and the command that reproduces it. */
export function Reproduce({ report }: { readonly report: ReportDocument }) {
  const { reproduce, environment, baselines, inputs } = report;
  return (
    <>
      <Command text={reproduce.command} does={`in ${reproduce.folder}`} />
      <h3>Inputs</h3>
      <div class="table-scroll short" role="region" aria-label="inputs" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>input</th>
              <th>arguments</th>
              <th>baseline</th>
              <th>difference between runs</th>
              <th>use</th>
            </tr>
          </thead>
          <tbody>
            {inputs.map(({ name, arguments: words, heldOut }) => {
              const baseline = baselines.find((one) => one.input === name);
              return (
                <tr key={name}>
                  <td>{name}</td>
                  <td>
                    <code>{words.join(' ') || '–'}</code>
                  </td>
                  <td>
                    {baseline
                      ? `${plural(baseline.count, 'value')}${baseline.durationMs === null ? '' : `, ${timeWords(baseline.durationMs)}`}`
                      : 'not run yet'}
                  </td>
                  <td>{baseline ? (baseline.noise === 0 ? 'none' : errorWords(baseline.noise)) : '–'}</td>
                  <td>{heldOut ? 'held out for confirmation' : 'tuned on'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <h3>Environment</h3>
      <dl class="environment">
        <div>
          <dt>engine</dt>
          <dd>{report.engine}</dd>
        </div>
        {environment.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
