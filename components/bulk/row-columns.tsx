'use client';
import { Button } from '@/components/ui/button';
import { CodeMarks } from '@/components/ui/code-marks';
import type { DataColumn } from '@/components/ui/column-layout';
import { TextLink } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { formatCount } from '@/lib/format/number';
import { fieldsOf, isRecord } from '@/lib/rules/json';
import { type BulkRow, type BulkRun, rowStatusWords, rowTones } from './bulk-run';

/** Whether it can be retried by itself. */
export const isFailed = ({ status }: BulkRow): boolean => status === 'FAILED';

/** @param pending the id of the row that is being started again */
export const retryColumn = (pending: string | null, retry: (row: BulkRow) => void): DataColumn<BulkRow> => ({
  head: 'Actions',
  bare: true,
  minWidth: 118,
  priority: 4,
  kind: 'actions',
  cell: (row) =>
    isFailed(row) ? (
      <Button
        aria-busy={pending === row.id || undefined}
        aria-disabled={pending !== null || undefined}
        aria-label={`Retry row, line ${formatCount(row.line)}`}
        className="aria-disabled:opacity-60"
        onClick={() => retry(row)}
        size="small"
        variant="line"
      >
        Retry row
      </Button>
    ) : null,
});

interface ColumnOptions {
  kind: BulkRun['kind'];
  /** The address of the list of jobs. */
  jobs: string;
  hasContents: boolean;
}

/** The columns of a run's rows. */
export const rowColumns = ({ kind, jobs, hasContents }: ColumnOptions): DataColumn<BulkRow>[] => [
  {
    head: 'Line',
    minWidth: 84,
    priority: 9,
    cell: ({ line, jobId }) =>
      jobId === null ? (
        <span className="tabular-nums">{formatCount(line)}</span>
      ) : (
        <TextLink href={`${jobs}/${jobId}`}>{formatCount(line)}</TextLink>
      ),
  },
  {
    head: 'Status',
    minWidth: 124,
    priority: 8,
    cell: ({ status }) => <StatusMark tone={rowTones[status]}>{rowStatusWords[status]}</StatusMark>,
  },
  ...(hasContents
    ? [
        {
          ...{ head: kind === 'CHAT_BATCH' ? 'Request' : 'Values', minWidth: 300, priority: 3 },
          cell: (row: BulkRow) => <Values kind={kind} row={row} />,
        },
      ]
    : []),
  {
    head: hasContents ? 'Result' : 'Error',
    minWidth: 300,
    priority: 5,
    cell: (row) => <RowResult row={row} />,
  },
];

/** Text that is cut after three lines. */
const cut = 'wrap-anywhere line-clamp-3 text-[14px]';

/** A row's values in a few lines; the pointer shows more. */
function Values({ kind, row: { variables } }: { kind: BulkRun['kind']; row: BulkRow }) {
  if (variables == null) return <span className="text-muted">No longer kept</span>;
  const text =
    kind === 'CHAT_BATCH' ? requestOf(fieldsOf(variables)) : listed(Object.entries(fieldsOf(variables)));
  return (
    <span className={cut} title={beginningOf(text)}>
      {beginningOf(text)}
    </span>
  );
}

function RowResult({ row: { status, variables, result, error } }: { row: BulkRow }) {
  if (error)
    return (
      <span className="wrap-anywhere text-[14px]">
        <code className="font-mono text-[13px]">{error.code}</code>
        {error.message && ': '}
        <CodeMarks text={error.message} />
      </span>
    );
  if (result == null) {
    const missing =
      variables == null
        ? 'No longer kept'
        : 'None. Its last step was skipped, or the result is no longer kept.';
    return <span className="text-muted">{status === 'COMPLETED' && result === null ? missing : '—'}</span>;
  }
  const fields = Object.entries(fieldsOf(result));
  // A workflow with one step has one result, whose name says nothing.
  const [only] = fields.length === 1 ? fields : [];
  const shown = beginningOf(only ? textOf(only[1]) : isRecord(result) ? listed(fields) : textOf(result));
  return (
    <span className={cut} title={shown}>
      {shown}
    </span>
  );
}

/** The id and the last message of a batch's line: `rail · How heavy is the rail?` */
function requestOf({ custom_id: id, body }: Record<string, unknown>): string {
  const { messages } = fieldsOf(body);
  const { content = null } = fieldsOf(Array.isArray(messages) ? messages.at(-1) : null);
  return [id, content].flatMap((part) => (part == null ? [] : textOf(part))).join(' · ');
}

/** Fields in a line: `id: 1 · subject: Invoice` */
const listed = (fields: readonly [string, unknown][]): string =>
  fields.map(([name, value]) => `${name}: ${textOf(value)}`).join(' · ');

/** Characters of a value that a cell shows. */
const MOST_SHOWN = 600;
const beginningOf = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}…` : text;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
