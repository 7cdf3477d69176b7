'use client';
import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import type { ChartProps } from './chart-point';

const LineCanvas = dynamic(() => import('./line-canvas').then((module) => module.LineCanvas), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

/** A line over time, 300 px high (SPEC.md), as wide as its column. The box holds its place before the chart is there. */
export function LineChart(props: ChartProps) {
  return (
    <div className="relative break-inside-avoid h-[300px] w-full min-w-0">
      <LineCanvas {...props} />
    </div>
  );
}
