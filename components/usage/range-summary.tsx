import { type ReactNode, useId } from 'react';
import { Sparkline } from '@/components/charts/sparkline';
import { SkeletonOver } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { formatCount } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import { type Change, rangeChanges } from './change-words';
import { Failures, type FailuresOf, useFailuresOpen } from './failures';
import { costWords } from './known-cost';
import type { CountedDay, DaySpan, RangeTotals } from './usage-range';

interface RangeSummaryProps {
  days: readonly CountedDay[];
  totals: RangeTotals;
  /** The totals of as many days just before; left out if they aren't known. */
  previous?: RangeTotals;
  period: DaySpan;
  today: string;
  of: FailuresOf;
}

/** What the chosen range adds up to; the charts below and their tables show the same sums. */
export function RangeSummary({ days, totals, previous, period, today, of }: RangeSummaryProps) {
  const { open, toggle } = useFailuresOpen();
  const failuresId = useId();
  const ran = totals.totalExecutions > 0;
  const failed = days.reduce((sum, day) => sum + day.requestCount - day.successCount, 0);
  const cost = costWords({ ...totals, cost: totals.estimatedCost, executions: totals.totalExecutions });
  const changes = previous && rangeChanges(totals, previous, period, today);
  const rates = days.map((day) =>
    day.requestCount === 0 ? null : (100 * day.successCount) / day.requestCount,
  );
  const line = (values: readonly (number | null)[], floor?: number) => (
    <Sparkline floor={floor} unfinished={days.at(-1)?.date === today} values={ran ? values : []} />
  );
  return (
    <section aria-label="Chosen range">
      <StatRow pairs>
        <Card
          change={changes?.totalExecutions}
          label="Executions"
          line={line(days.map((day) => day.requestCount))}
          value={formatCount(totals.totalExecutions)}
          withChange={previous !== undefined}
        />
        <Card
          change={changes?.estimatedCost}
          label="Cost"
          line={line(days.map((day) => day.totalCost))}
          value={cost.amount}
          withChange={previous !== undefined}
        >
          {cost.note && <StatCaption>{cost.note}</StatCaption>}
        </Card>
        <Card
          change={changes?.successRate}
          label="Success rate"
          line={line(rates, lowestRate(rates))}
          value={ran ? formatPercent(totals.successRate) : '—'}
          withChange={previous !== undefined}
        >
          {failed > 0 && (
            <button
              aria-controls={open ? failuresId : undefined}
              aria-expanded={open}
              className="print:hidden -my-1 ml-3 inline-block rounded-control py-1 text-[13.5px] text-muted underline decoration-rule underline-offset-4 hover:text-text hover:decoration-current"
              onClick={toggle}
              type="button"
            >
              {formatCount(failed)} failed
            </button>
          )}
        </Card>
        <Card
          change={changes?.totalTokens}
          label="Tokens"
          line={line(days.map((day) => day.totalTokens))}
          value={formatCount(totals.totalTokens)}
          withChange={previous !== undefined}
        />
      </StatRow>
      {open && failed > 0 && (
        <Failures className="border-rule border-b py-5" id={failuresId} of={of} period={period} />
      )}
    </section>
  );
}

/** Small differences near 100% are seen, and a line of 100% stays at the top. */
const lowestRate = (rates: readonly (number | null)[]) => Math.min(99, ...rates.map((rate) => rate ?? 100));

/** Blocks as large as the summary, so that nothing moves when the numbers arrive. */
export function RangeSummarySkeleton({ withChange }: { withChange: boolean }) {
  return (
    <StatRow pairs>
      {['Executions', 'Cost', 'Success rate', 'Tokens'].map((label) => (
        <StatCell key={label}>
          <SkeletonOver>
            <CardBody label={label} line={<Sparkline values={[]} />} value="0" withChange={withChange} />
          </SkeletonOver>
        </StatCell>
      ))}
    </StatRow>
  );
}

interface CardProps {
  label: string;
  value: string;
  /** Its line over the range. */
  line: ReactNode;
  change?: Change;
  /** Keeps the room of a change, which a range may not have. */
  withChange: boolean;
  /** What comes with the value. */
  children?: ReactNode;
}

function Card(props: CardProps) {
  return (
    <StatCell>
      <CardBody {...props} />
    </StatCell>
  );
}

const tones: Record<Change['tone'], string> = {
  better: 'text-signal-ink',
  worse: 'text-red',
  neither: 'text-muted',
};

function CardBody({ label, value, line, change, withChange, children }: CardProps) {
  return (
    <>
      <StatCaption>{label}</StatCaption>
      <StatNumber>{value}</StatNumber>
      {children}
      {withChange && (
        <p
          className={`mt-0.5 min-h-[2lh] text-pretty text-[13.5px] leading-[1.4] ${tones[change?.tone ?? 'neither']}`}
        >
          {change?.text}
        </p>
      )}
      <div className="mt-3">{line}</div>
    </>
  );
}
