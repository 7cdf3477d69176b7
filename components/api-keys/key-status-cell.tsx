import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import { keyStatus } from '@/lib/rules/key-status';

const tones: Record<ReturnType<typeof keyStatus>['word'], StatusTone> = {
  Active: 'good',
  'Expires soon': 'soon',
  Expired: 'bad',
  Revoked: 'off',
};

/** A key's status, with its reason below it. */
export function KeyStatusCell({ of }: { of: Parameters<typeof keyStatus>[0] }) {
  const { word, reason } = keyStatus(of, Date.now());
  return (
    <>
      <StatusMark tone={tones[word]}>{word}</StatusMark>{' '}
      <span className="block max-w-[26ch] text-[13px] text-muted">{reason}</span>
    </>
  );
}
