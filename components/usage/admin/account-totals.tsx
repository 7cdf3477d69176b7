import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { formatDate } from '@/lib/format/date';
import { formatDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import type { OverviewData } from './overview-query';

/** All that has been run and spent since the account began. */
export function AccountTotals({ account }: { account: OverviewData['accountOverview'] }) {
  const since = account.firstExecutionOn ? `first on ${formatDate(account.firstExecutionOn)}` : 'none so far';
  return (
    <StatRow pairs>
      <StatCell>
        <StatCaption>Total workflows</StatCaption>
        <StatNumber>{formatCount(account.totalWorkflows)}</StatNumber>
        <StatCaption>{since}</StatCaption>
      </StatCell>
      <StatCell>
        <StatCaption>Total cost</StatCaption>
        <StatNumber>{formatDollars(account.totalCost)}</StatNumber>
        <StatCaption>charged by AI providers</StatCaption>
      </StatCell>
    </StatRow>
  );
}
