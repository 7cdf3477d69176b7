'use client';
import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import type { ChartProps } from './chart-point';

const BarCanvas = dynamic(() => import('./bar-canvas').then((module) => module.BarCanvas), {
  ssr: false,
  loading: () => <Skeleton className="h-full" />,
});

/** A bar a name, 250 px high (SPEC.md), as wide as its column. The box holds its place before the chart is there. */
export function BarChart(props: ChartProps) {
  return (
    <div className="relative break-inside-avoid h-[250px] w-full min-w-0">
      <BarCanvas {...props} />
    </div>
  );
}
