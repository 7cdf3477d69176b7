import { formatDate } from '@/lib/format/date';
import { formatPriceTo } from '@/lib/format/money';
import { formatCount, formatQuantity } from '@/lib/format/number';
import recorded from './recorded-jobs.json';

const { job, attempts } = recorded.run;

/** To the micro-dollar, so that the costs of single calls differ and align. */
const formatMicros = (cost: number) => formatPriceTo(6, cost);

/** One job on the sandbox with every model call, as the API returned it to `npm run record`. */
export function RecordedRun() {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-panel border border-rule-dark bg-ink-2">
        <div className="flex items-center justify-between gap-4 border-b border-rule-dark px-4 py-2.5 text-[13px]">
          <p className="font-semibold">{job.name}</p>
          <p className="font-mono text-[12px] text-on-ink-muted">
            <span className="text-signal-glow">{job.status}</span> in{' '}
            {Number(job.finishedAt) - Number(job.startedAt)} ms
          </p>
        </div>
        <table className="w-full text-[13px] leading-[1.35] [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-left [&_:is(td,th)]:first:pl-4 [&_:is(td,th)]:last:pr-4 [&_td[data-number]]:font-mono [&_td[data-number]]:text-[12px] [&_[data-number]]:text-right [&_tbody>tr:last-child>td]:pb-2">
          <caption className="sr-only">Model calls of the recorded job</caption>
          <thead className="text-[12px] text-on-ink-muted [&_th]:pt-2.5 [&_th]:font-normal">
            <tr>
              <th scope="col">Step and model</th>
              <th scope="col">Outcome</th>
              <th scope="col" data-number="">
                Tokens
              </th>
              <th scope="col" data-number="">
                Cost
              </th>
            </tr>
          </thead>
          {job.steps.map(({ id, task }) => (
            <tbody key={id}>
              <tr>
                <th scope="rowgroup" colSpan={4} className="border-t border-rule-dark pt-2! font-semibold">
                  {id} <span className="font-normal text-on-ink-muted">{task}</span>
                </th>
              </tr>
              {attempts.filter(({ stepId }) => stepId === id).map(attemptRow)}
            </tbody>
          ))}
          <tfoot className="border-t border-rule-dark bg-ink [&_td]:py-2.5">
            <tr>
              <th scope="row" colSpan={2} className="font-semibold">
                {formatQuantity(job.steps.length, { one: 'step', other: 'steps' })},{' '}
                {formatQuantity(attempts.length, { one: 'call', other: 'calls' })}
              </th>
              <td data-number="">{formatCount(job.tokensIn + job.tokensOut)}</td>
              <td data-number="">{formatMicros(job.cost)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <figcaption className="mt-3 text-[13px] text-on-ink-muted">
        Recorded on {formatDate(recorded.recordedAt)}, on the sandbox: it needs no network, and its prices are
        made up.
      </figcaption>
    </figure>
  );
}

type Attempt = (typeof attempts)[number];

function attemptRow({ model, outcome, status, inputTokens, outputTokens, cost }: Attempt, index: number) {
  const answered = outcome === 'ANSWERED';
  return (
    <tr key={model} className="font-mono text-[12px]">
      <td className="whitespace-nowrap">{model}</td>
      <td className={answered ? 'text-signal-glow' : 'text-[#ff8a7f]'}>
        {answered ? (index > 0 ? 'fallback' : 'answered') : status}
      </td>
      <td data-number="">{formatCount(inputTokens + outputTokens)}</td>
      <td data-number="">{formatMicros(cost)}</td>
    </tr>
  );
}
