import { ChartPanel } from '@/components/charts/chart-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { StatRow } from '@/components/ui/stat';
import { FactSkeletons, noteLine } from '@/components/usage/fact-skeletons';
import type { DashboardParts } from './dashboard-sections';

/** Quiet blocks of the size of what comes, so that nothing moves when the numbers arrive. */
export const skeletonParts: DashboardParts = {
  month: (
    <StatRow>
      <FactSkeletons count={3} />
    </StatRow>
  ),
  monthNote: noteLine,
  range: (
    <StatRow pairs>
      <FactSkeletons count={4} />
    </StatRow>
  ),
  rangeNote: noteLine,
  templates: (
    <ChartPanel note={noteLine} numbers={null} title="Top Templates Used">
      <Skeleton className="h-[250px]" />
    </ChartPanel>
  ),
  trends: (
    <ChartPanel note={noteLine} numbers={null} title="Execution Trends">
      <Skeleton className="h-[300px]" />
    </ChartPanel>
  ),
};
