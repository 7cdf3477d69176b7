import { StackedCell, StackedRow, StackedRowHeader } from '@/components/ui/stacked-table';
import { StatusMark } from '@/components/ui/status-mark';
import { formatIsoMoment } from '@/lib/format/date';
import { fieldsOf } from '@/lib/format/json-fields';
import { formatRelative } from '@/lib/format/relative';
import { auditChanges } from './audit-changes';
import { auditFacts } from './audit-facts';
import type { AuditEvent } from './audit-query';
import { auditSentence, isOperator } from './audit-sentence';
import { ChangeList } from './change-list';
import { MetadataBox } from './metadata-box';

const id = 'wrap-anywhere block font-mono text-[12px] text-muted leading-[1.6]';

/** One event: who acted, in which account, what was done in words and as data, and when (SPEC.md, section 2). */
export function AuditRow({ event }: { event: AuditEvent }) {
  const iso = formatIsoMoment(event.created_at);
  const facts = auditFacts(event);
  return (
    <StackedRow>
      <StackedRowHeader>
        <bdi className="wrap-anywhere block font-medium">
          {isOperator(event) ? 'Operator' : (event.user_name ?? 'Unknown')}
        </bdi>
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
        <MetadataBox folded={facts !== null} metadata={event.metadata} />
      </StackedCell>
      <StackedCell column="Timestamp">
        <time className="block font-mono text-[12.5px]" dateTime={iso === 'Invalid Date' ? undefined : iso}>
          <IsoText iso={iso} />
        </time>
        {iso !== 'Invalid Date' && (
          <span className="block text-[13px] text-muted">{formatRelative(event.created_at, Date.now())}</span>
        )}
      </StackedCell>
    </StackedRow>
  );
}

/** A sentence whose names, between isolates, stand out from its words. */
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

/** Breaks between day and time only, where there is no room for both. */
function IsoText({ iso }: { iso: string }) {
  const [day, ...time] = iso.split(/(?=T)/);
  return (
    <>
      <span className="whitespace-nowrap">{day}</span>
      <wbr />
      <span className="whitespace-nowrap">{time}</span>
    </>
  );
}
