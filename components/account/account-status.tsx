import { StatusMark, type StatusTone } from '@/components/ui/status-mark';

const statuses = {
  ACTIVE: { word: 'Active', tone: 'good' },
  CANCELED: { word: 'Canceled', tone: 'off' },
} satisfies Record<string, { word: string; tone: StatusTone }>;

/** An account's status, in a word. */
export function AccountStatus({ status }: { status: keyof typeof statuses }) {
  const { word, tone } = statuses[status];
  return <StatusMark tone={tone}>{word}</StatusMark>;
}
