import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable, RowLink } from '@/components/ui/data-table';
import { Link, NumberLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { type CountedExecutions, executionsAddress } from '@/components/workflows/executions-address';
import { formatDuration } from '@/components/workflows/measures';
import { formatIsoMoment } from '@/lib/format/date';
import { formatExactDollars } from '@/lib/format/money';
import { formatCount, formatShare } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';

/** A model's calls in a range; costs in US dollars, times in milliseconds. */
export const modelReliabilityFragment = graphql(`
  fragment ModelReliabilityParts on ModelReliability @_unmask {
    model
    calls
    failed
    failures {
      code
      calls
      docs
    }
    p50
    p95
    skipped
    fallbacks
    cost
    failedCost
    unknownCostCount
    circuit {
      failures
      since
      until
    }
  }
`);

export type ModelCalls = ResultOf<typeof modelReliabilityFragment>;

interface ModelTableProps {
  label: string;
  models: readonly ModelCalls[];
  /** The list of jobs: one's own, or the account's. */
  base: string;
  /** The executions among which the calls were. */
  among: CountedExecutions;
}

/**
 * Models with how often, how fast, and at what cost they were called. Each number of calls leads to the jobs that made
 * them.
 */
export function ModelTable({ label, models, base, among }: ModelTableProps) {
  return (
    <DataTable
      columns={modelColumns((model) => callAddresses(base, among, model))}
      keyOf={({ model }) => model}
      label={label}
      rows={models}
    />
  );
}

/** The lists of the jobs that made a model's calls. */
interface CallAddresses {
  calls: string;
  fallbacks: string;
  /** @param outcome of calls: as `callOutcome` of listJobs */
  ended(outcome: string): string;
}

/** Null for models that never replied and have no known price: they are one row, and can't be listed by their name. */
export function callAddresses(base: string, among: CountedExecutions, model: string): CallAddresses | null {
  if (isSumOfModels(model)) return null;
  const hrefOf = (which: CountedExecutions) => executionsAddress(base, { ...among, model, ...which });
  return {
    calls: hrefOf({}),
    fallbacks: hrefOf({ fallbacks: 'yes' }),
    ended: (call) => hrefOf({ call }),
  };
}

const modelColumns = (hrefsOf: (model: string) => CallAddresses | null): DataColumn<ModelCalls>[] => [
  {
    head: 'Model',
    minWidth: 178,
    priority: 9,
    cell: ({ model }) => {
      const name = <WholeWords text={model} />;
      const hrefs = hrefsOf(model);
      if (hrefs) return <RowLink href={hrefs.calls}>{name}</RowLink>;
      return (
        <>
          {name}
          <span className="subline">several models, whose jobs aren't listed by model</span>
        </>
      );
    },
  },
  {
    head: 'Calls',
    minWidth: 84,
    priority: 8,
    kind: 'number',
    cell: ({ model, calls }) => <Counted count={calls} href={hrefsOf(model)?.calls} />,
  },
  {
    head: 'Errors',
    minWidth: 222,
    priority: 6,
    cell: (calls) => <Errors calls={calls} hrefs={hrefsOf(calls.model)} />,
  },
  {
    head: 'p50',
    minWidth: 78,
    priority: 4,
    kind: 'number',
    cell: ({ p50 }) => (p50 === null ? '—' : formatDuration(p50)),
  },
  {
    head: 'p95',
    minWidth: 78,
    priority: 5,
    kind: 'number',
    cell: ({ p95 }) => (p95 === null ? '—' : formatDuration(p95)),
  },
  {
    head: 'Fallbacks taken',
    minWidth: 128,
    priority: 3,
    kind: 'number',
    cell: ({ model, fallbacks }) => <Counted count={fallbacks} href={hrefsOf(model)?.fallbacks} />,
  },
  {
    head: 'Cost',
    minWidth: 96,
    priority: 2,
    kind: 'number',
    cell: ({ model, cost, unknownCostCount, calls }) =>
      unknownCostCount === calls && calls > 0 ? (
        'Unknown'
      ) : (
        <Counted count={cost} href={hrefsOf(model)?.calls} written={formatExactDollars(cost)} />
      ),
  },
  {
    head: 'Failures cost',
    minWidth: 112,
    priority: 1,
    kind: 'number',
    cell: ({ model, failedCost }) => (
      <Counted
        count={failedCost}
        href={hrefsOf(model)?.ended('FAILED')}
        written={formatExactDollars(failedCost)}
      />
    ),
  },
  {
    head: 'Breaker',
    minWidth: 128,
    priority: 7,
    cell: ({ circuit }) => <Breaker circuit={circuit} />,
  },
];

/** Whether it stands for all models of a provider that aren't listed. */
export const isSumOfModels = (model: string): boolean => model.endsWith('/other');

interface CountedProps {
  count: number;
  href: string | undefined;
  written?: string;
}

/** A number of calls or their cost, with a link to the jobs that made them; nothing has none. */
const Counted = ({ count, href, written = formatCount(count) }: CountedProps) =>
  count === 0 || href === undefined ? written : <NumberLink href={href}>{written}</NumberLink>;

/** From which shares of failed calls, in percent, a model is no longer healthy, and is failing. */
const SOME = 5;
const MOST = 50;

/** How a model's calls went, whatever its breaker says: a closed one lets calls through that all fail. */
export function healthOf({ calls, failed }: Pick<ModelCalls, 'calls' | 'failed'>): {
  tone: StatusTone;
  word: string;
} {
  const percent = (100 * failed) / calls;
  if (calls === 0) return { tone: 'off', word: 'Not called' };
  if (percent >= MOST) return { tone: 'bad', word: 'Failing' };
  return percent >= SOME ? { tone: 'soon', word: 'Some fail' } : { tone: 'good', word: 'Healthy' };
}

function Health({ calls, failed }: Pick<ModelCalls, 'calls' | 'failed'>) {
  const { tone, word } = healthOf({ calls, failed });
  return (
    <StatusMark tone={tone}>
      {word}{' '}
      {calls > 0 && <span className="font-mono tabular-nums">{formatShare((100 * failed) / calls)}</span>}
    </StatusMark>
  );
}

/** The share of calls that failed, with the codes. */
function Errors({ calls: model, hrefs }: { calls: ModelCalls; hrefs: CallAddresses | null }) {
  const { calls, failed, failures, skipped } = model;
  const count = (of: number, outcome: string) => <Counted count={of} href={hrefs?.ended(outcome)} />;
  return (
    <div className="whitespace-normal text-[13px]">
      <p className="text-[14px]">
        <Health calls={calls} failed={failed} />
      </p>
      {/* Otherwise, the code says how many. */}
      {failures.length > 1 && (
        <p className="text-muted leading-6 tabular-nums">{count(failed, 'FAILED')} failed</p>
      )}
      <ul className="leading-6">
        {failures.map(({ code, calls, docs }) => (
          <li className="wrap-anywhere" key={code}>
            {docs ? (
              <Link
                className="font-mono text-[12px] underline decoration-rule underline-offset-4 hover:decoration-current"
                href={pathOf(docs)}
              >
                {code}
              </Link>
            ) : (
              <code className="font-mono text-[12px]">{code}</code>
            )}{' '}
            {count(calls, code)}
          </li>
        ))}
      </ul>
      {skipped > 0 && <p className="text-muted">passed over {count(skipped, 'PASSED_OVER')} times</p>}
    </div>
  );
}

/** The documentation's address without this server's origin. */
function pathOf(address: string): string {
  const { pathname, hash } = new URL(address, 'http://localhost');
  return `${pathname}${hash}`;
}

/** Whether calls are let through now, and since when not. A closed one says nothing about how they end. */
function Breaker({ circuit }: { circuit: ModelCalls['circuit'] }) {
  if (!circuit) return <StatusMark tone="off">Closed</StatusMark>;
  const { since, until, failures } = circuit;
  return (
    <div className="text-[13px]">
      <StatusMark tone={until === null ? 'soon' : 'bad'}>
        {until === null ? 'Next call tries' : 'Open'}
      </StatusMark>
      <p className="whitespace-normal text-muted">
        since <Moment at={since} inline />, {formatCount(failures)} failures in a row
        {until !== null && `; next call from ${formatIsoMoment(until).slice(11, 19)} UTC`}
      </p>
    </div>
  );
}
