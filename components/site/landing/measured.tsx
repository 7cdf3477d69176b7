import { formatDate } from '@/lib/format/date';
import figures from './bench-figures.json';

/** What the product takes and gives, as `npm run bench -- --publish` has measured it. */
export function Measured() {
  // Parts of the bench can be measured on their own.
  const runs = new Set(
    figures.map(({ measuredOn, cores }) => `on ${formatDate(measuredOn)} with ${cores} cores`),
  );
  return (
    <div className="mt-8 grid gap-x-8 gap-y-5 lg:grid-cols-4">
      <div>
        <h3 className="text-[15px] font-semibold">Measured</h3>
        <p className="mt-1 text-[14px] text-muted">
          By the repository's benchmarks, {[...runs].join(' and ')}.
        </p>
      </div>
      <dl className="grid gap-px overflow-hidden rounded-control border border-rule bg-rule text-[14px] sm:grid-cols-3 lg:col-span-3 [&>div]:bg-paper [&>div]:px-4 [&>div]:py-3">
        {figures.map(({ label, value, unit }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-muted">{label}</dt>
            <dd className="font-mono text-[20px] font-semibold tracking-[-0.03em]">
              {formatMeasured(value, unit)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Two digits are as much as runs on other machines have in common. */
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const formatMeasured = (value: number, unit: string) =>
  unit === 'ms' && value >= 1000 ? `${rounded.format(value / 1000)} s` : `${rounded.format(value)} ${unit}`;
