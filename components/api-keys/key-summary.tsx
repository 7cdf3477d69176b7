import type { ReactNode } from 'react';
import { useTimes } from '@/components/ui/use-times';
import { formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';
import { keyName } from '@/lib/rules/key-name';

interface KeySummaryProps {
  of: { name: string | null; hint: string; last_used_at: string | null };
  /** Whose it is, if the viewer sees other people's too. */
  owner?: ReactNode;
}

/** The key and its last use, as the start of a sentence. */
export function KeySummary({ of: key, owner }: KeySummaryProps) {
  useTimes();
  return (
    <>
      <strong className="wrap-anywhere font-semibold text-text">
        <bdi>{keyName(key)}</bdi>
      </strong>{' '}
      <span className="whitespace-nowrap font-mono text-[14px]">{key.hint}</span>
      {owner && (
        <>
          {' '}
          of <bdi className="wrap-anywhere">{owner}</bdi>
        </>
      )}
      ,{' '}
      {key.last_used_at === null
        ? 'never used'
        : `last used ${formatMoment(key.last_used_at)} (${formatRelative(key.last_used_at, Date.now())})`}
    </>
  );
}
