import { StatusMark, type StatusTone } from '@/components/ui/status-mark';

type Status = 'ACTIVE' | 'CANCELED';

const statuses: Record<Status, { word: string; tone: StatusTone }> = {
  ACTIVE: { word: 'Active', tone: 'good' },
  CANCELED: { word: 'Canceled', tone: 'off' },
};

/** An account's status, in a word. */
export function AccountStatus({ status }: { status: Status }) {
  const { word, tone } = statuses[status];
  return <StatusMark tone={tone}>{word}</StatusMark>;
}
