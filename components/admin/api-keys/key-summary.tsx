import { keyName } from '@/components/api-keys/key-name';
import { formatMoment } from '@/lib/format/date';
import { formatRelative } from '@/lib/format/relative';
import type { AccountKey } from './account-keys-query';
import { ownerName } from './owner-name';

/** Which key it is, whose, and when it was last used; goes on as a sentence. */
export function KeySummary({ of: key }: { of: AccountKey }) {
  return (
    <>
      <strong className="wrap-anywhere font-semibold text-text">
        <bdi>{keyName(key)}</bdi>
      </strong>{' '}
      <span className="whitespace-nowrap font-mono text-[14px]">{key.hint}</span> of{' '}
      <bdi className="wrap-anywhere">{ownerName(key)}</bdi>,{' '}
      {key.last_used_at === null
        ? 'never used'
        : `last used ${formatMoment(key.last_used_at)} (${formatRelative(key.last_used_at, Date.now())})`}
    </>
  );
}
