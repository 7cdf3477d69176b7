'use client';
import dynamic from 'next/dynamic';
import { NumberLink } from '@/components/ui/link';
import { Skeleton } from '@/components/ui/skeleton';
import { WholeWords } from '@/components/ui/whole-words';
import { formatCount, formatPercent } from '@/lib/format/number';
import type { ChartPoint, ChartProps } from './chart-data';

type ChartKind = 'Line' | 'Bar' | 'Pie';

// Each kind's drawing, and chart.js with it, is fetched after first paint.
const LineCanvas = dynamic(() => import('./chart-canvases').then((module) => module.LineCanvas), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});
const BarCanvas = dynamic(() => import('./chart-canvases').then((module) => module.BarCanvas), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});
const PieCanvas = dynamic(() => import('./chart-canvases').then((module) => module.PieCanvas), {
  ssr: false,
  loading: () => <Skeleton className="mx-auto size-full max-w-[250px] rounded-full" />,
});

/**
 * A line over time, 300 px high, or bars or a pie, 250 px high (docs/product.md, "Charts"), as wide as its column. The
 * box keeps its size before the chart is drawn.
 */
export function Chart({ kind, ...props }: ChartProps & { kind: ChartKind }) {
  if (kind === 'Pie') return <PieChart {...props} />;
  return (
    <div
      className={`relative break-inside-avoid ${kind === 'Line' ? 'h-[300px]' : 'h-[250px]'} w-full min-w-0`}
    >
      {kind === 'Line' ? <LineCanvas {...props} /> : <BarCanvas {...props} />}
    </div>
  );
}

/** A pie next to the names and counts of its slices, or above them if there's no room. */
function PieChart(props: ChartProps) {
  return (
    <div className="@container break-inside-avoid">
      <div className="grid items-center gap-x-7 gap-y-4 @md:grid-cols-[minmax(0,220px)_minmax(0,1fr)]">
        <div className="relative h-[250px] w-full min-w-0">
          <PieCanvas {...props} />
        </div>
        <PieLegend points={props.points} />
      </div>
    </div>
  );
}

// The colors of chart-theme, as classes.
const fills = ['bg-signal text-ink', 'bg-ink-3 text-on-ink', 'bg-on-ink-muted text-ink'];
const rest = 'bg-rule text-text';

/** The slices in order: the number drawn on each, its name, its value, and its share of the total. */
export function PieLegend({ points }: { points: readonly ChartPoint[] }) {
  const total = points.reduce((sum, point) => sum + point.value, 0);
  return (
    <ol className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-y-2 text-[14px]">
      {points.map((point, index) => (
        <li className="flex items-start gap-x-2.5" key={point.key}>
          <span
            aria-hidden="true"
            className={`mt-px grid size-5 shrink-0 place-items-center rounded-[4px] font-mono font-semibold text-[12px] ${point.isRest ? rest : fills[index % fills.length]}`}
          >
            {index + 1}
          </span>
          {/* The numbers are below the name if both don't fit on a line. */}
          <div className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
            {point.nameHref === undefined ? (
              <WholeWords className="max-w-full" text={point.label} />
            ) : (
              <NumberLink href={point.nameHref}>
                <WholeWords className="max-w-full" text={point.label} />
              </NumberLink>
            )}
            <span className="whitespace-nowrap text-right font-mono tabular-nums">
              {point.href === undefined ? (
                formatCount(point.value)
              ) : (
                <NumberLink href={point.href}>{formatCount(point.value)}</NumberLink>
              )}
              <span className="inline-block w-[4ch] pl-1 text-muted">
                {formatPercent((100 * point.value) / total)}
              </span>
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}
