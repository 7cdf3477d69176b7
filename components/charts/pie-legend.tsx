import { formatCount } from '@/lib/format/number';
import { formatPercent } from '@/lib/format/percent';
import type { ChartPoint } from './chart-point';

// The colours of chart-theme, as classes.
const fills = ['bg-signal text-ink', 'bg-ink-3 text-on-ink', 'bg-on-ink-muted text-ink'];
const rest = 'bg-rule text-text';

/** The slices in their order: the number that stands on each, its name, its value and its share of all. */
export function PieLegend({ points }: { points: readonly ChartPoint[] }) {
  const total = points.reduce((sum, point) => sum + point.value, 0);
  return (
    <ol className="grid min-w-0 gap-y-2 text-[14px]">
      {points.map((point, index) => (
        <li className="grid grid-cols-[20px_minmax(0,1fr)_auto] items-start gap-x-2.5" key={point.key}>
          <span
            aria-hidden="true"
            className={`mt-px grid size-5 place-items-center rounded-[4px] font-mono font-semibold text-[12px] ${point.isRest ? rest : fills[index % fills.length]}`}
          >
            {index + 1}
          </span>
          <span className="wrap-anywhere min-w-0">{point.label}</span>
          <span className="whitespace-nowrap text-right font-mono tabular-nums">
            {formatCount(point.value)}
            <span className="inline-block w-[4ch] pl-1 text-muted">
              {formatPercent((100 * point.value) / total)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
