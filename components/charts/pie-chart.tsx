'use client';
import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import type { ChartProps } from './chart-point';
import { PieLegend } from './pie-legend';

const PieCanvas = dynamic(() => import('./pie-canvas').then((module) => module.PieCanvas), {
  ssr: false,
  loading: () => <Skeleton className="mx-auto size-full max-w-[250px] rounded-full" />,
});

/** A pie, 250 px high (SPEC.md), with its slices named and counted beside it; below it where there is no room. */
export function PieChart(props: ChartProps) {
  return (
    <div className="@container break-inside-avoid">
      <div className="grid items-center gap-x-7 gap-y-4 @md:grid-cols-[250px_minmax(0,1fr)]">
        <div className="relative h-[250px] w-full min-w-0">
          <PieCanvas {...props} />
        </div>
        <PieLegend points={props.points} />
      </div>
    </div>
  );
}
