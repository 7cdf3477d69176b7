'use client';
import { useState } from 'react';
import type { DataColumn } from '@/components/ui/column-layout';
import { DataTable } from '@/components/ui/data-table';
import { TextLink } from '@/components/ui/link';
import { ZonedTime } from '@/components/ui/moment';
import { StatusMark } from '@/components/ui/status-mark';
import { WholeWords } from '@/components/ui/whole-words';
import { formatIsoMoment, formatLocalIsoMoment, formatRelative } from '@/lib/format/date';
import { fieldsOf } from '@/lib/rules/json';
import type { AuditEvent } from './audit-filters';
import { linkedMetadata } from './audit-links';
import { auditSentence, nobodyWords } from './audit-sentence';
import { type AuditChange, auditChanges, auditFacts } from './audit-words';

interface AuditTableProps {
  events: AuditEvent[];
  /** Other events are loading. */
  busy: boolean;
}

/** Events in rows, newest first; what one changed, and its metadata, are shown at the press of a button. */
export function AuditTable({ events, busy }: AuditTableProps) {
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const isOpen = ({ id }: AuditEvent) => openIds.includes(id);
  const toggle = (event: AuditEvent) =>
    setOpenIds(isOpen(event) ? openIds.filter((id) => id !== event.id) : [...openIds, event.id]);
  return (
    <DataTable
      below={(event) => <AuditDetails event={event} />}
      busy={busy}
      columns={auditColumns(isOpen, toggle)}
      isBelowFolded={(event) => !isOpen(event)}
      keyOf={({ id }) => id}
      label="Audit events"
      rows={events}
    />
  );
}

const id = 'font-mono text-[12px] text-muted leading-[1.6]';

/** The user, the account, the action in words and as data, and the time (docs/product.md, "Audit log"). */
const auditColumns = (
  isOpen: (event: AuditEvent) => boolean,
  toggle: (event: AuditEvent) => void,
): DataColumn<AuditEvent>[] => [
  {
    head: 'User ID',
    minWidth: 176,
    priority: 9,
    cell: (event) => (
      <>
        <WholeWords className="font-medium" text={event.user_name ?? nobodyWords(event).cell} />
        <WholeWords className={id} text={event.user_id ?? '—'} />
      </>
    ),
  },
  {
    head: 'Account ID',
    minWidth: 164,
    priority: 1,
    cell: ({ account_id }) => <WholeWords className={id} text={account_id ?? '—'} />,
  },
  { head: 'Action', minWidth: 300, priority: 5, cell: (event) => <AuditAction event={event} /> },
  {
    head: 'Metadata',
    minWidth: 92,
    priority: 8,
    cell: (event) => (
      <button
        aria-controls={detailsId(event)}
        aria-expanded={isOpen(event)}
        className="cursor-pointer rounded-control text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current print:hidden"
        onClick={() => toggle(event)}
        type="button"
      >
        {isOpen(event) ? 'Hide' : 'Show'}
        <span className="sr-only"> metadata</span>
      </button>
    ),
  },
  { head: 'Timestamp', minWidth: 196, priority: 4, cell: (event) => <AuditTime at={event.created_at} /> },
];

/** The action, in a sentence. */
function AuditAction({ event }: { event: AuditEvent }) {
  const facts = auditFacts(event);
  return (
    <>
      <code className="font-mono text-[13px]">{event.action}</code>
      {fieldsOf(event.metadata).new_device === true && (
        <span className="ml-3 font-medium text-[13px]">
          <StatusMark tone="soon">New device</StatusMark>
        </span>
      )}
      <p className="mt-0.5 overflow-hidden text-ellipsis">
        <Sentence text={auditSentence(event)} />
      </p>
      {facts && facts.length > 0 && (
        <p className="wrap-anywhere text-[13px] text-muted">{facts.join(' · ')}</p>
      )}
    </>
  );
}

/** When it was done, to the millisecond. */
function AuditTime({ at }: { at: string }) {
  const look = 'block whitespace-nowrap font-mono text-[12px] leading-[1.6]';
  const iso = formatIsoMoment(at);
  if (iso === 'Invalid Date') return <span className={look}>{iso}</span>;
  return (
    <>
      <ZonedTime at={at} className={look}>
        {(times) => (times === 'utc' ? iso : formatLocalIsoMoment(at))}
      </ZonedTime>
      <span className="subline">{formatRelative(at, Date.now())}</span>
    </>
  );
}

/** A sentence with its names, which are between isolates, in bold. */
function Sentence({ text }: { text: string }) {
  return [...text.matchAll(/\u2068([^\u2069]*)\u2069|[^\u2068]+/g)].map(({ 0: words, 1: name, index: at }) =>
    name === undefined ? (
      words
    ) : (
      <bdi className="font-medium" key={at}>
        {name}
      </bdi>
    ),
  );
}

const detailsId = ({ id }: AuditEvent) => `details-${id}`;

/** An event's changes, and its metadata as JSON (docs/product.md, "Audit log"). */
function AuditDetails({ event }: { event: AuditEvent }) {
  return (
    <div className="grid gap-2" id={detailsId(event)}>
      <ChangeList changes={auditChanges(event.metadata)} />
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-control bg-paper-2 p-2 font-mono text-[12px] leading-[1.5]">
        {linkedMetadata(event).map(({ text, href }, index) =>
          href === null ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same id can come twice, and nothing moves
            <TextLink href={href} key={index}>
              {text}
            </TextLink>
          ),
        )}
      </pre>
    </div>
  );
}

/** One line per field: the old value, struck through, and the new one. */
function ChangeList({ changes }: { changes: AuditChange[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="text-[13.5px]">
      {changes.map(({ field, from, to }) => (
        <div className="wrap-anywhere mt-0.5" key={field}>
          <dt className="inline text-muted">{field}: </dt>
          <dd className="inline">
            <span className="sr-only">from </span>
            <del className="text-muted decoration-control">{from}</del>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> to </span>
            <ins className="font-medium no-underline">{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
