'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  StackedBody,
  StackedCell,
  StackedHead,
  StackedRow,
  StackedRowHeader,
  StackedTable,
} from '@/components/ui/stacked-table';
import { StatusMark } from '@/components/ui/status-mark';
import { ColumnHeader } from '@/components/ui/table';
import { ZonedTime } from '@/components/ui/zoned-time';
import { formatIsoMoment, formatLocalIsoMoment } from '@/lib/format/date';
import { fieldsOf } from '@/lib/format/json-fields';
import { formatRelative } from '@/lib/format/relative';
import { AuditMetadata } from './audit-metadata';
import type { AuditEvent } from './audit-query';
import { auditSentence, nobodyWords } from './audit-sentence';
import { type AuditChange, auditChanges, auditFacts } from './audit-words';

interface AuditTableProps {
  events: AuditEvent[];
  /** Other events are loading. */
  busy: boolean;
}

/** Events in rows, newest first. */
export function AuditTable({ events, busy }: AuditTableProps) {
  return (
    <StackedTable busy={busy} label="Audit events">
      <StackedHead>
        <ColumnHeader className="w-[14%]">User ID</ColumnHeader>
        <ColumnHeader className="w-[12%]">Account ID</ColumnHeader>
        <ColumnHeader className="w-[25%]">Action</ColumnHeader>
        <ColumnHeader className="w-[31%]">Metadata</ColumnHeader>
        <ColumnHeader className="w-[18%]">Timestamp</ColumnHeader>
      </StackedHead>
      <StackedBody>
        {events.map((event) => (
          <AuditRow event={event} key={event.id} />
        ))}
      </StackedBody>
    </StackedTable>
  );
}

const id = 'wrap-anywhere block font-mono text-[12px] text-muted leading-[1.6]';

const timestamp = 'block font-mono text-[12px] leading-[1.6]';

/** One event: the user, the account, the action in words and as data, and the time (docs/product.md, "Audit log"). */
function AuditRow({ event }: { event: AuditEvent }) {
  const iso = formatIsoMoment(event.created_at);
  const facts = auditFacts(event);
  return (
    <StackedRow>
      <StackedRowHeader>
        <bdi className="wrap-anywhere block font-medium">{event.user_name ?? nobodyWords(event).cell}</bdi>
        <span className={id}>{event.user_id ?? '—'}</span>
      </StackedRowHeader>
      <StackedCell column="Account ID">
        <span className={id}>{event.account_id ?? '—'}</span>
      </StackedCell>
      <StackedCell className="@min-[560px]:@max-[900px]:row-span-2" column="Action">
        <code className="font-mono text-[13px]">{event.action}</code>
        {fieldsOf(event.metadata).new_device === true && (
          <span className="ml-3 font-medium text-[13px]">
            <StatusMark tone="soon">New device</StatusMark>
          </span>
        )}
        <p className="wrap-anywhere mt-0.5">
          <Sentence text={auditSentence(event)} />
        </p>
        {facts && facts.length > 0 && (
          <p className="wrap-anywhere text-[13px] text-muted">{facts.join(' · ')}</p>
        )}
        <ChangeList changes={auditChanges(event.metadata)} />
      </StackedCell>
      <StackedCell column="Metadata">
        <AuditMetadata folded={facts !== null} metadata={event.metadata} />
      </StackedCell>
      <StackedCell column="Timestamp">
        {iso === 'Invalid Date' ? (
          <span className={timestamp}>{iso}</span>
        ) : (
          <ZonedTime at={event.created_at} className={timestamp}>
            {(times) => <IsoText iso={times === 'utc' ? iso : formatLocalIsoMoment(event.created_at)} />}
          </ZonedTime>
        )}
        {iso !== 'Invalid Date' && (
          <span className="block text-[13px] text-muted">{formatRelative(event.created_at, Date.now())}</span>
        )}
      </StackedCell>
    </StackedRow>
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

/** In a stack it breaks between day and time, if there's no room for both. */
function IsoText({ iso }: { iso: string }) {
  const [day, ...time] = iso.split(/(?=T)/);
  return (
    <>
      <span className="whitespace-nowrap">{day}</span>
      <wbr className="@min-[900px]:hidden" />
      <span className="whitespace-nowrap">{time}</span>
    </>
  );
}

/** What an event changed, one line per field: the old value, struck through, and the new one. */
function ChangeList({ changes }: { changes: AuditChange[] }) {
  const box = useRef<HTMLDListElement>(null);
  const scrolls = useScrolls(box);
  if (changes.length === 0) return null;
  return (
    <dl
      className="mt-2 max-h-[168px] overflow-y-auto text-[13.5px] print:max-h-none"
      ref={box}
      tabIndex={scrolls ? 0 : undefined}
    >
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

/** Whether a box contains more than it shows, and so needs the keyboard's focus to be scrolled. */
function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
}
