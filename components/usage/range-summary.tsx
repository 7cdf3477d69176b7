import { type ReactNode, useId } from 'react';
import { Sparkline } from '@/components/charts/sparkline';
import { NumberLink } from '@/components/ui/link';
import { SkeletonOver } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import type { CountedExecutions } from '@/components/workflows/executions-address';
import { formatCount, formatPercent } from '@/lib/format/number';
import { daysIn } from '@/lib/rules/day';
import { Failures, type FailuresOf, useFailuresOpen } from './failed-executions';
import { costWords } from './known-cost';
import type { CountedDay, DaySpan, RangeTotals } from './usage-days';

interface RangeSummaryProps {
  days: readonly CountedDay[];
  totals: RangeTotals;
  /** The totals of as many days just before; undefined if they aren't known. */
  previous?: RangeTotals;
  period: DaySpan;
  today: string;
  of: FailuresOf;
  /** The address of executions. */
  hrefOf: (which: CountedExecutions) => string;
}

/** The totals of the chosen range; the charts below and their tables show the same sums. */
export function RangeSummary({ days, totals, previous, period, today, of, hrefOf }: RangeSummaryProps) {
  const { open, toggle } = useFailuresOpen();
  const failuresId = useId();
  const ran = totals.totalExecutions > 0;
  const failed = days.reduce((sum, day) => sum + day.requestCount - day.successCount, 0);
  const cost = costWords({ ...totals, cost: totals.estimatedCost, executions: totals.totalExecutions });
  const changes = previous && rangeChanges(totals, previous, period, today);
  const rates = days.map((day) =>
    day.requestCount === 0 ? null : (100 * day.successCount) / day.requestCount,
  );
  // Also for days to come: they have none.
  const href = ran ? hrefOf(period) : undefined;
  const line = (values: readonly (number | null)[], floor?: number) => (
    <Sparkline floor={floor} unfinished={days.at(-1)?.date === today} values={ran ? values : []} />
  );
  return (
    <section aria-label="Chosen range">
      <StatRow pairs>
        <Card
          change={changes?.totalExecutions}
          href={href}
          label="Executions"
          line={line(days.map((day) => day.requestCount))}
          value={formatCount(totals.totalExecutions)}
          withChange={previous !== undefined}
        />
        <Card
          change={changes?.estimatedCost}
          href={href}
          label="Cost"
          line={line(days.map((day) => day.totalCost))}
          value={cost.amount}
          withChange={previous !== undefined}
        >
          {cost.note && <StatCaption>{cost.note}</StatCaption>}
        </Card>
        <Card
          change={changes?.successRate}
          href={href}
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
          href={href}
          label="Tokens"
          line={line(days.map((day) => day.totalTokens))}
          value={formatCount(totals.totalTokens)}
          withChange={previous !== undefined}
        />
      </StatRow>
      {open && failed > 0 && (
        <Failures
          className="border-rule border-b py-5"
          failed={failed}
          id={failuresId}
          of={of}
          period={period}
        />
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
  /** The list of the executions that the value counts. */
  href?: string | undefined;
  /** Its line over the range. */
  line: ReactNode;
  change?: Change;
  /** Keeps the room of a change, which a range may not have. */
  withChange: boolean;
  /** Content next to the value. */
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

function CardBody({ label, value, href, line, change, withChange, children }: CardProps) {
  return (
    <>
      <StatCaption>{label}</StatCaption>
      {href === undefined ? (
        <StatNumber>{value}</StatNumber>
      ) : (
        <NumberLink href={href}>
          <StatNumber>{value}</StatNumber>
        </NumberLink>
      )}
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

/** A number's change in words, and whether it's for the better; cost and tokens follow the work, so they are neither. */
interface Change {
  text: string;
  tone: 'better' | 'worse' | 'neither';
}

/** The changes of a range's numbers. */
type RangeChanges = Record<Exclude<keyof RangeTotals, 'unknownCostCount'>, Change>;

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/**
 * The changes from as many days just before a range: `12% more than in the 30 days before`. Null for a range with days
 * to come, which can't be compared yet.
 */
export function rangeChanges(
  now: RangeTotals,
  before: RangeTotals,
  { from, to }: DaySpan,
  today: string,
): RangeChanges | null {
  if (to > today) return null;
  const count = daysIn(from, to);
  const then = count === 1 ? 'on the day before' : `in the ${oneDecimal.format(count)} days before`;
  const isKnown = now.unknownCostCount === 0 && before.unknownCostCount === 0;
  const cost = isKnown
    ? amountChange(now.estimatedCost, before.estimatedCost, then, money)
    : { text: `Not comparable with the cost ${then}` };
  const tokens = amountChange(now.totalTokens, before.totalTokens, then, number);
  return {
    totalExecutions: amountChange(now.totalExecutions, before.totalExecutions, then, number),
    estimatedCost: { ...cost, tone: 'neither' },
    successRate: rateChange(now, before, then),
    totalTokens: { ...tokens, tone: 'neither' },
  };
}

const number = { less: 'fewer', much: 'many', none: 'None' };
const money = { less: 'less', much: 'much', none: 'Nothing' };

function amountChange(now: number, before: number, then: string, words: typeof number): Change {
  if (before === 0) return { text: `${words.none} ${then}`, tone: 'neither' };
  const percent = oneDecimal.format((100 * Math.abs(now - before)) / before);
  if (percent === '0')
    return { text: `${now === before ? 'As' : 'About as'} ${words.much} as ${then}`, tone: 'neither' };
  return now > before
    ? { text: `${percent}% more than ${then}`, tone: 'better' }
    : { text: `${percent}% ${words.less} than ${then}`, tone: 'worse' };
}

/** Compares whole percents, as the page shows them. */
function rateChange(now: RangeTotals, before: RangeTotals, then: string): Change {
  if (before.totalExecutions === 0) return { text: `No executions ${then}`, tone: 'neither' };
  const [rate, rateBefore] = [Math.round(now.successRate), Math.round(before.successRate)];
  if (now.totalExecutions === 0) return { text: `${rateBefore}% ${then}`, tone: 'neither' };
  if (rate === rateBefore) return { text: `The same as ${then}`, tone: 'neither' };
  const points = Math.abs(rate - rateBefore);
  const written = `${points} ${points === 1 ? 'point' : 'points'}`;
  return rate > rateBefore
    ? { text: `${written} higher than ${then}`, tone: 'better' }
    : { text: `${written} lower than ${then}`, tone: 'worse' };
}
