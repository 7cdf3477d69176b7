import { StatusMark, type StatusTone } from '@/components/ui/status-mark';
import type { AccountRecord } from './account-query';

const statuses = {
  ACTIVE: { word: 'Active', tone: 'good' },
  CANCELED: { word: 'Canceled', tone: 'off' },
} satisfies Record<AccountRecord['status'], { word: string; tone: StatusTone }>;

/** An account's status, in a word. */
export function AccountStatus({ status }: { status: AccountRecord['status'] }) {
  const { word, tone } = statuses[status];
  return <StatusMark tone={tone}>{word}</StatusMark>;
}
