import { NumberLink } from '@/components/ui/link';
import { StatCaption, StatNumber } from '@/components/ui/stat';
import { formatMonth, formatShortDay } from '@/lib/format/date';
import { formatBytes, formatCount, formatShare } from '@/lib/format/number';

interface LimitMeterProps {
  used: number;
  /** Null if there is none. */
  limit: number | null;
  tone: Tone;
  /** The usage, for people who can't see the bar. */
  label?: string;
  /** The list of the executions that are used. */
  href?: string | undefined;
  /** How both numbers are written. */
  format?: (value: number) => string;
}

/** How much of a plan's limit is used, in numbers and as a bar: of executions, if nothing else is said. */
export function LimitMeter({
  used,
  limit,
  tone,
  label = 'Executions used',
  href,
  format = formatCount,
}: LimitMeterProps) {
  const percent = limitPercent(used, limit);
  const written = formatShare(percent);
  return (
    <>
      <p>
        {href === undefined ? (
          <StatNumber>{format(used)}</StatNumber>
        ) : (
          <NumberLink href={href}>
            <StatNumber>{format(used)}</StatNumber>
          </NumberLink>
        )}{' '}
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

/** How much of a limit is used, in percent; over 100 if it's exceeded, 0 if there is no limit. */
export const limitPercent = (used: number, limit: number | null): number =>
  limit ? (100 * used) / limit : 0;

interface MonthLimit {
  /** This month's; null if there is none. */
  maxWorkflows: number | null;
  /** The present plan's in a whole month; null if it has none. */
  wholeMonthMaxWorkflows: number | null;
  /** The last day of the month on which the plan changed; null if it didn't. */
  planChangedOn: string | null;
  /** The first day of the next month. */
  resetsOn: string;
}

/** Why this month's limit isn't the plan's own, and from when it is; null if it's the same. */
export function changedLimitSentence(limit: MonthLimit): string | null {
  const { maxWorkflows, wholeMonthMaxWorkflows, planChangedOn, resetsOn } = limit;
  if (maxWorkflows === null || wholeMonthMaxWorkflows === null || planChangedOn === null) return null;
  if (maxWorkflows === wholeMonthMaxWorkflows) return null;
  const now = `${formatCount(maxWorkflows)} this month, because the plan changed on ${formatShortDay(planChangedOn)}`;
  return `${now}; ${formatCount(wholeMonthMaxWorkflows)} from ${formatMonth(resetsOn)}.`;
}

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

/** How many bytes an account's jobs take, and may take. */
interface StorageUse {
  storedBytes: number;
  maxStoredBytes: number;
}

/** How much of a plan's storage the account's jobs take, in numbers and as a bar. */
export function StorageMeter({ storage }: { storage: StorageUse }) {
  const { storedBytes, maxStoredBytes } = storage;
  return (
    <>
      <StatCaption>Storage used now</StatCaption>
      <LimitMeter
        format={formatBytes}
        label="Storage used"
        limit={maxStoredBytes}
        tone={storageTone(storage)}
        used={storedBytes}
      />
      <div className="mt-1.5">
        <StatCaption>{storageSentence(storage)}</StatCaption>
      </div>
    </>
  );
}

/** Warns before the storage is full. */
export const storageTone = (storage: StorageUse): Tone => (isNearlyFull(storage) ? 'bad' : 'good');

/** The storage in use or, once it is nearly full, the consequence for the next workflow. */
export const storageSentence = (storage: StorageUse): string =>
  isNearlyFull(storage)
    ? refusal('choose a larger plan')
    : 'what jobs have stored, such as input, files, and outputs';

/** The storage in one line, for a developer: `Storage now: 12.4 MiB of 256 MiB.` */
export const storageLine = (storage: StorageUse): string => {
  const used = `Storage now: ${formatBytes(storage.storedBytes)} of ${formatBytes(storage.maxStoredBytes)}.`;
  return isNearlyFull(storage) ? `${used} ${refusal('ask an admin for a larger plan')}` : used;
};

/** Percent of the storage from which the next job may well not fit: a full one is hardly ever full to the byte. */
const NEARLY_FULL = 95;

const isNearlyFull = ({ storedBytes, maxStoredBytes }: StorageUse): boolean =>
  limitPercent(storedBytes, maxStoredBytes) >= NEARLY_FULL;

/** @param otherwise where to get more storage, which depends on who reads it */
const refusal = (otherwise: string): string =>
  `Jobs that don't fit are refused. Delete jobs, wait until they expire, or ${otherwise}.`;

/** `good` within the limit, `soon` over it at a price, `bad` over it. */
type Tone = 'good' | 'soon' | 'bad';

const fills: Record<Tone, string> = { good: 'bg-signal', soon: 'bg-amber', bad: 'bg-red' };

interface ProgressBarProps {
  label: string;
  /** The bar is full from 100 on. */
  percent: number;
  /** The same in words, for people who can't see it. */
  text: string;
  tone: Tone;
}

/** How much of something is used. */
function ProgressBar({ label, percent, text, tone }: ProgressBarProps) {
  const filled = Math.min(100, Math.max(0, percent));
  return (
    <div
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.round(filled)}
      aria-valuetext={text}
      className="mt-2 h-2 w-full overflow-hidden rounded-full bg-rule print:border print:border-control forced-colors:border"
      role="progressbar"
    >
      <div
        className={`h-full rounded-full forced-colors:bg-[Highlight] ${fills[tone]}`}
        style={{ width: `${filled}%` }}
      />
    </div>
  );
}
