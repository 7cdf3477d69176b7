import { ProgressBar, type Tone } from '@/components/charts/progress-bar';
import { StatNumber } from '@/components/ui/stat';
import { formatCount } from '@/lib/format/number';
import { formatShare } from '@/lib/format/percent';

interface LimitMeterProps {
  used: number;
  /** Null if there is none. */
  limit: number | null;
  tone: Tone;
  /** What is used, for people who can't see the bar. */
  label?: string;
  /** How both numbers are written. */
  format?: (value: number) => string;
}

/** How much of a plan's limit is used, in numbers and as a bar: of executions, if nothing else is said. */
export function LimitMeter({
  used,
  limit,
  tone,
  label = 'Executions used',
  format = formatCount,
}: LimitMeterProps) {
  const percent = limitPercent(used, limit);
  const written = formatShare(percent);
  return (
    <>
      <p>
        <StatNumber>{format(used)}</StatNumber>{' '}
        <span className="whitespace-nowrap text-muted">
          {`/ ${limit === null ? 'No limit' : format(limit)} (${written})`}
        </span>
      </p>
      <ProgressBar
        label={label}
        percent={percent}
        text={limit === null ? 'The plan has no limit' : `${written} of the plan's limit`}
        tone={tone}
      />
    </>
  );
}

/** How much of a limit is used, in percent; over 100 if it's exceeded, 0 without a limit. */
export const limitPercent = (used: number, limit: number | null): number =>
  limit ? (100 * used) / limit : 0;

interface LimitUse {
  /** Null if there is none. */
  maxWorkflows: number | null;
  limitedExecutions: number;
  refusesOverLimit: boolean;
}

/** Whether the next execution is refused or costs extra. */
export function limitTone({ maxWorkflows, limitedExecutions, refusesOverLimit }: LimitUse): Tone {
  if (maxWorkflows === null || limitedExecutions < maxWorkflows) return 'good';
  return refusesOverLimit ? 'bad' : 'soon';
}
