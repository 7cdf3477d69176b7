import { ChartPanel } from '@/components/charts/chart-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { StatRow } from '@/components/ui/stat';
import { FactSkeletons, noteLine } from '@/components/usage/fact-skeletons';
import type { OverviewParts } from './overview-sections';

/** Quiet blocks of the size of what comes, so that nothing moves when the numbers arrive. */
export const overviewSkeleton: OverviewParts = {
  account: <Skeleton className="h-[258px]" />,
  users: <Skeleton className="h-[90px]" />,
  usage: <Skeleton className="h-[110px]" />,
  period: (
    <>
      <Skeleton className="h-[110px] max-lg:h-[300px]" />
      <p className="mt-4">{noteLine}</p>
    </>
  ),
  periodNote: noteLine,
  range: (
    <StatRow pairs>
      <FactSkeletons count={4} />
    </StatRow>
  ),
  rangeNote: noteLine,
  trends: chart('Execution Trends', 'h-[300px]'),
  topUsers: chart('Top Users', 'h-[250px]'),
  topTemplates: chart('Top Templates', 'h-[250px]'),
};

function chart(title: string, height: string) {
  return (
    <ChartPanel note={noteLine} numbers={null} title={title}>
      <Skeleton className={height} />
    </ChartPanel>
  );
}
