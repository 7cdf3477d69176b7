import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable, RowLink } from '@/components/ui/data-table';
import { Link } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { StatusMark } from '@/components/ui/status-mark';
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

/** Models with how often, how fast, and at what cost they were called; each leads to the jobs that called it. */
export function ModelTable({ label, models, base, among }: ModelTableProps) {
  return (
    <DataTable
      columns={modelColumns((which) => executionsAddress(base, { ...among, ...which }))}
      keyOf={({ model }) => model}
      label={label}
      rows={models}
    />
  );
}

const modelColumns = (hrefOf: (which: CountedExecutions) => string): DataColumn<ModelCalls>[] => [
  {
    head: 'Model',
    minWidth: 178,
    priority: 9,
    cell: ({ model }) => {
      const name = <WholeWords text={model} />;
      return isSumOfModels(model) ? name : <RowLink href={hrefOf({ model })}>{name}</RowLink>;
    },
  },
  {
    head: 'Calls',
    minWidth: 84,
    priority: 8,
    kind: 'number',
    cell: ({ calls }) => formatCount(calls),
  },
  {
    head: 'Errors',
    minWidth: 200,
    priority: 6,
    cell: (calls) => <Errors calls={calls} />,
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
    cell: ({ model, fallbacks }) =>
      fallbacks === 0 ? (
        '0'
      ) : (
        <Link
          className="underline decoration-rule underline-offset-4 hover:decoration-current"
          href={hrefOf({ model, fallbacks: 'yes' })}
        >
          {formatCount(fallbacks)}
        </Link>
      ),
  },
  {
    head: 'Cost',
    minWidth: 96,
    priority: 2,
    kind: 'number',
    cell: ({ cost, unknownCostCount, calls }) =>
      unknownCostCount === calls && calls > 0 ? 'Unknown' : formatExactDollars(cost),
  },
  {
    head: 'Failures cost',
    minWidth: 112,
    priority: 1,
    kind: 'number',
    cell: ({ failedCost }) => formatExactDollars(failedCost),
  },
  {
    head: 'Breaker',
    minWidth: 150,
    priority: 7,
    cell: ({ circuit }) => <Breaker circuit={circuit} />,
  },
];

/** Models that never replied and have no known price are one row, and can't be listed by their name. */
const isSumOfModels = (model: string): boolean => model.endsWith('/other');

/** The share of calls that failed, with the codes. */
function Errors({ calls: { calls, failed, failures, skipped } }: { calls: ModelCalls }) {
  return (
    <div className="whitespace-normal text-[13px]">
      <p className="font-mono text-[14px] tabular-nums">
        {failed === 0 ? '0%' : formatShare((100 * failed) / calls)}
        {failed > 0 && <span className="text-muted">{` (${formatCount(failed)})`}</span>}
      </p>
      <ul>
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
            {formatCount(calls)}
          </li>
        ))}
      </ul>
      {skipped > 0 && <p className="text-muted">{`skipped ${formatCount(skipped)} times`}</p>}
    </div>
  );
}

/** The documentation's address without this server's origin. */
function pathOf(address: string): string {
  const { pathname, hash } = new URL(address, 'http://localhost');
  return `${pathname}${hash}`;
}

/** Whether calls are let through now, and since when not. */
function Breaker({ circuit }: { circuit: ModelCalls['circuit'] }) {
  if (!circuit) return <StatusMark tone="good">Closed</StatusMark>;
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
