'use client';
import { useMemo, useState } from 'react';
import { useSession } from '@/components/auth/session-provider';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable, RowLink } from '@/components/ui/data-table';
import { NumberLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { WholeWords } from '@/components/ui/whole-words';
import { type CountedExecutions, executionsAddress } from '@/components/workflows/executions-address';
import { formatCount, formatQuantity, formatShare } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useLoadedQuery } from '@/lib/graphql-client/use-loaded';
import { NO_KEY } from '@/lib/rules/api-key-display';
import { isSumOfModels } from './model-table';
import type { DaySpan } from './usage-days';

/** Whose failures: the developer's own, or for an admin the whole account's. */
export type FailuresOf = 'developer' | 'admin';

const hash = '#failures';

/** Whether the failures are open, which the address says too: `#failures`. */
export function useFailuresOpen() {
  // Only mounted with loaded numbers, so never on the server.
  const [open, setOpen] = useState(() => window.location.hash === hash);
  const toggle = () => {
    const { pathname, search } = window.location;
    window.history.replaceState(null, '', `${pathname}${search}${open ? '' : hash}`);
    setOpen(!open);
  };
  return { open, toggle };
}

const failureEntries = graphql(`
  fragment FailureEntries on FailureEntry @_unmask {
    id
    name
    failed
    executions
  }
`);

const ownQuery = graphql(
  `
    query OwnFailures($id: ID!, $from: Date!, $to: Date!) {
      codes: failuresByUser(userId: $id, by: ERROR_CODE, from: $from, to: $to) {
        ...FailureEntries
      }
      templates: failuresByUser(userId: $id, by: TEMPLATE, from: $from, to: $to) {
        ...FailureEntries
      }
      models: failuresByUser(userId: $id, by: MODEL, from: $from, to: $to) {
        ...FailureEntries
      }
      keys: failuresByUser(userId: $id, by: API_KEY, from: $from, to: $to) {
        ...FailureEntries
      }
    }
  `,
  [failureEntries],
);

const accountQuery = graphql(
  `
    query AccountFailures($id: ID!, $from: Date!, $to: Date!) {
      codes: failuresByAccount(accountId: $id, by: ERROR_CODE, from: $from, to: $to) {
        ...FailureEntries
      }
      templates: failuresByAccount(accountId: $id, by: TEMPLATE, from: $from, to: $to) {
        ...FailureEntries
      }
      models: failuresByAccount(accountId: $id, by: MODEL, from: $from, to: $to) {
        ...FailureEntries
      }
      keys: failuresByAccount(accountId: $id, by: API_KEY, from: $from, to: $to) {
        ...FailureEntries
      }
    }
  `,
  [failureEntries],
);

type Entries = ResultOf<typeof failureEntries>[];

const tables = [
  ['codes', 'Error code'],
  ['templates', 'Template'],
  ['models', 'Model'],
  ['keys', 'API key'],
] as const;

/** The lists of an entry's failed jobs and of all its jobs; null if its numbers can't be listed. */
interface EntryAddresses {
  failed: string;
  executions: string;
}

/** The addresses of the jobs of each table's entries, and of all failed ones. */
export function failureAddresses(of: FailuresOf, { from, to }: DaySpan) {
  const base = of === 'admin' ? '/dashboard/admin/workflows' : '/dashboard/workflows';
  const executions = (which: CountedExecutions) => executionsAddress(base, { from, to, ...which });
  const both = (which: CountedExecutions): EntryAddresses => ({
    failed: executions({ status: 'failed', ...which }),
    executions: executions(which),
  });
  type Entry = Pick<Entries[number], 'id' | 'name'>;
  return {
    all: executions({ status: 'failed' }),
    codes: ({ id }: Entry): EntryAddresses | null =>
      id === null
        ? null
        : { failed: executions({ status: 'failed', error: id }), executions: executions({}) },
    templates: ({ name }: Entry) => both({ template: name }),
    models: ({ id }: Entry) => (id?.includes('/') && !isSumOfModels(id) ? both({ model: id }) : null),
    keys: ({ id }: Entry) => both({ key: id ?? NO_KEY }),
  };
}

interface FailuresProps {
  id: string;
  of: FailuresOf;
  period: DaySpan;
  /** How many failed in all: tables have the most frequent. */
  failed: number;
  /** The numbers next to them: with new ones, the failures are read again. */
  beside?: object;
  className?: string;
}

/** The failed executions of a range by error code, template, model, and API key, most failures first. Loaded when it opens. */
export function Failures({ id, of, period: { from, to }, failed, beside, className = '' }: FailuresProps) {
  const { user } = useSession();
  const subjectId = (of === 'admin' ? user?.account_id : user?.id) ?? '';
  const context = useMemo(() => ({ beside }), [beside]);
  const hrefs = failureAddresses(of, { from, to });
  const state = useLoadedQuery({
    query: of === 'admin' ? accountQuery : ownQuery,
    variables: { id: subjectId, from, to },
    pause: subjectId === '',
    requestPolicy: beside === undefined ? 'cache-and-network' : 'network-only',
    context,
  });
  return (
    <section
      aria-busy={state.status === 'loading' || (state.status === 'ready' && state.stale)}
      aria-label="Failed executions"
      className={className}
      id={id}
    >
      {state.status === 'failed' ? (
        <Failure message="Couldn't load the failed executions." onRetry={state.retry} wait={state.wait} />
      ) : state.status === 'loading' ? (
        <>
          <p className="sr-only" role="status">
            Loading failed executions...
          </p>
          <Skeleton className="h-[200px]" />
        </>
      ) : state.data.templates.length === 0 ? (
        <p className="text-[15px] text-muted">No failed executions in this period.</p>
      ) : (
        <div className="@container max-sm:[&_table]:text-[13px]">
          <p className="mb-3 text-[15px]">
            <NumberLink href={hrefs.all}>
              {formatQuantity(failed, { one: 'failed execution', other: 'failed executions' })}
            </NumberLink>
          </p>
          <div className="grid items-start gap-x-10 gap-y-7 @2xl:grid-cols-2 @6xl:grid-cols-4">
            {tables.map(([key, head]) => (
              <FailureTable
                entries={state.data[key]}
                head={head}
                hrefsOf={hrefs[key]}
                isExact={key !== 'models'}
                key={key}
              />
            ))}
          </div>
          <p className="mt-4 text-[13.5px] text-muted">
            Executions count under the last model that they called. A model's name leads to all failed jobs
            that called it, which can be more. Jobs that aren't kept can't be listed.
          </p>
        </div>
      )}
    </section>
  );
}

interface FailureTableProps {
  head: string;
  entries: Entries;
  /** The addresses of the jobs of an entry. */
  hrefsOf: (entry: Entries[number]) => EntryAddresses | null;
  /** Whether the lists have exactly the jobs that the numbers count. */
  isExact: boolean;
}

/** The failures, with their count and their share of all; each row links to its jobs. */
export function FailureTable({ head, entries, ...links }: FailureTableProps) {
  return (
    <DataTable
      columns={failureColumns(head, links)}
      keyOf={({ id }) => id}
      label={`Failed executions by ${head === 'API key' ? head : head.toLowerCase()}`}
      rows={entries}
    />
  );
}

const failureColumns = (
  head: string,
  { hrefsOf, isExact }: Pick<FailureTableProps, 'hrefsOf' | 'isExact'>,
): DataColumn<Entries[number]>[] => [
  {
    head,
    minWidth: 110,
    priority: 9,
    cell: (entry) => {
      const hrefs = hrefsOf(entry);
      const name = <WholeWords text={entry.name} />;
      return hrefs ? <RowLink href={hrefs.failed}>{name}</RowLink> : name;
    },
  },
  {
    head: 'Failed',
    minWidth: 118,
    priority: 2,
    kind: 'number',
    cell: (entry) => {
      const hrefs = isExact && hrefsOf(entry);
      const [failed, executions] = [formatCount(entry.failed), formatCount(entry.executions)];
      return (
        <span className="whitespace-normal text-[13px]">
          {hrefs ? <NumberLink href={hrefs.failed}>{failed}</NumberLink> : failed} of{' '}
          {hrefs ? <NumberLink href={hrefs.executions}>{executions}</NumberLink> : executions}
        </span>
      );
    },
  },
  {
    head: 'Rate',
    minWidth: 52,
    priority: 1,
    kind: 'number',
    cell: ({ failed, executions }) => (
      <span className="text-[13px]">{formatShare((100 * failed) / executions)}</span>
    ),
  },
];
