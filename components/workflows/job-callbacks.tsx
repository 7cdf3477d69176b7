'use client';
import { useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { TextLink } from '@/components/ui/link';
import { Moment, ZonedTime } from '@/components/ui/moment';
import { Outcome, type Result } from '@/components/ui/outcome';
import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { formatMoment } from '@/lib/format/date';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { type JobCallback, jobStatusWords } from './job';
import { formatDuration } from './measures';
import { resendCallback } from './use-job';

const stateWords: Readonly<Record<JobCallback['state'], string>> = {
  WAITING: 'Waits for the end',
  PENDING: 'Waiting to be sent',
  DELIVERED: 'Delivered',
  FAILED: 'Given up',
};

const stateTones: Readonly<Record<JobCallback['state'], StatusTone>> = {
  WAITING: 'off',
  PENDING: 'soon',
  DELIVERED: 'good',
  FAILED: 'bad',
};

const eventWords: Readonly<Record<NonNullable<JobCallback['event']>, string>> = {
  ENDED: 'At an end of',
  PROGRESS_25: 'After 25 % of',
  PROGRESS_50: 'After 50 % of',
  PROGRESS_75: 'After 75 % of',
};

/** The content of a message on a completed job: the others have nothing to deliver. */
function contentOf(delivery: JobCallback['delivery'], hasFiles: boolean): string {
  if (delivery === 'FILE') return 'with a link and the file';
  if (delivery === 'FILE_URL') return 'with a link';
  return hasFiles ? 'with the result and a link' : 'with the result';
}

/** A callback that is tried again has failed before: it doesn't wait for its first delivery. */
const stateOf = ({ state, deliveries }: JobCallback): string =>
  state === 'PENDING' && deliveries.length > 0 ? 'Not delivered yet' : stateWords[state];

interface JobCallbacksProps {
  callbacks: readonly JobCallback[];
  /** Whether the job has written files, which a message links to. */
  hasFiles: boolean;
  /** Shows the callbacks as they are now. */
  onSent: () => Promise<void>;
}

/** The callbacks of a job or a bulk job, each with its deliveries. */
export function JobCallbacks({ callbacks, ...shared }: JobCallbacksProps) {
  return (
    <ul className="grid gap-4">
      {callbacks.map((callback) => (
        <li
          className="min-w-0 rounded-panel border border-rule bg-white px-4 py-4 [--surface:white] sm:px-5"
          key={callback.id}
        >
          <Callback callback={callback} {...shared} />
        </li>
      ))}
    </ul>
  );
}

interface CallbackProps extends Omit<JobCallbacksProps, 'callbacks'> {
  callback: JobCallback;
}

function Callback({ callback, hasFiles, onSent }: CallbackProps) {
  const { id, url, state, status, event, bulkJobId, delivery, nextAt, code, deliveries } = callback;
  const client = useClient();
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const send = async () => {
    if (pending) return;
    setResult(null);
    setPending(true);
    try {
      const sent = await resendCallback(client, id);
      setResult(
        sent.code === null
          ? { done: true, text: `Delivered: HTTP ${sent.status}.` }
          : { done: false, text: sent.message ?? `It wasn't delivered: ${sent.code}.` },
      );
      await onSent();
    } catch (error) {
      setResult({ done: false, text: messageOf(error) });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 font-semibold text-[15px]">
          <WholeWords text={url} />
        </h3>
        <span className="text-[15px]">
          <StatusMark tone={stateTones[state]}>{stateOf(callback)}</StatusMark>
        </span>
      </div>
      <p className="mt-1 text-[14.5px] text-muted">
        {status === 'AWAITING_APPROVAL' && 'Asked for approval, with the signed link'}
        {status !== null && status !== 'AWAITING_APPROVAL' && `On status ${jobStatusWords[status]}`}
        {status === 'COMPLETED' && `, ${contentOf(delivery, hasFiles)}`}
        {event !== null && bulkJobId !== null && (
          <>
            {eventWords[event]}{' '}
            <TextLink href={`/dashboard/workflows/bulk/${bulkJobId}`}>{bulkJobId}</TextLink>
          </>
        )}
        .{' '}
        {state === 'PENDING' && nextAt !== null && (
          <>
            {deliveries.length > 0 ? 'Next try' : 'Delivery'} at <ZonedTime at={nextAt} />.
          </>
        )}
        {state === 'FAILED' && code !== null && (
          <TextLink href={`/dashboard/devdocs/errors/hooks-retry#${code}`}>{code}</TextLink>
        )}
      </p>
      {deliveries.length > 0 && (
        <div className="mt-3">
          <DeliveriesTable deliveries={deliveries} label={`Deliveries to ${url}`} />
        </div>
      )}
      {state !== 'WAITING' && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          {/* Not disabled while it's sent, so that it keeps the focus. */}
          <Button
            aria-busy={pending || undefined}
            aria-disabled={pending || undefined}
            aria-label={`${pending ? 'Sending' : 'Send again'} to ${url}`}
            className="aria-disabled:opacity-60"
            onClick={send}
            size="small"
            variant="line"
          >
            {pending ? 'Sending...' : 'Send again'}
          </Button>
          <Outcome className="min-w-0" result={result} />
        </div>
      )}
    </>
  );
}

type Delivery = JobCallback['deliveries'][number];

function DeliveriesTable({ deliveries, label }: { deliveries: readonly Delivery[]; label: string }) {
  return (
    <DataTable
      below={({ response }) =>
        response && (
          <details>
            <summary className="w-fit cursor-pointer rounded-control text-[14px] text-muted hover:text-text">
              Response
            </summary>
            <pre className="wrap-anywhere mt-1 whitespace-pre-wrap font-mono text-[13px]">{response}</pre>
          </details>
        )
      }
      columns={[
        {
          head: 'Delivery',
          minWidth: 220,
          priority: 9,
          cell: ({ number, isManual, startedAt }) => (
            <>
              <span className="text-muted">{number}.</span> <Moment at={startedAt} format={formatMoment} />
              {isManual && <span className="block text-[13px] text-muted">Sent by hand</span>}
            </>
          ),
        },
        {
          head: 'Response',
          minWidth: 240,
          priority: 5,
          cell: ({ status, code, message }) => (
            <>
              <StatusMark tone={code === null ? 'good' : 'bad'}>
                {status === null ? 'None' : `HTTP ${status}`}
              </StatusMark>
              {message !== null && (
                <span className="wrap-anywhere block text-[13px] text-muted">{message}</span>
              )}
            </>
          ),
        },
        {
          head: 'Time',
          minWidth: 90,
          priority: 3,
          kind: 'number',
          cell: ({ milliseconds }) => (milliseconds === null ? '—' : formatDuration(milliseconds)),
        },
      ]}
      keyOf={({ number }) => number}
      label={label}
      rows={deliveries}
    />
  );
}
