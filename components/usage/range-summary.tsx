import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { formatDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';

/** What ran in a range: counts, US dollars, percent from 0 to 100. */
export interface RangeTotals {
  totalExecutions: number;
  estimatedCost: number;
  successRate: number;
  totalTokens: number;
}

/** What the chosen range adds up to; the charts below and their tables hold the same. */
export function RangeSummary({ range }: { range: RangeTotals }) {
  const facts = [
    ['Executions', formatCount(range.totalExecutions)],
    ['Estimated cost', formatDollars(range.estimatedCost)],
    ['Success rate', range.totalExecutions > 0 ? formatPercent(range.successRate) : '—'],
    ['Tokens', formatCount(range.totalTokens)],
  ] as const;
  return (
    <section aria-label="Chosen range">
      <StatRow pairs>
        {facts.map(([label, value]) => (
          <StatCell key={label}>
            <StatCaption>{label}</StatCaption>
            <StatNumber>{value}</StatNumber>
          </StatCell>
        ))}
      </StatRow>
    </section>
  );
}
