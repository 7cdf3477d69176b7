import type { ReactNode } from 'react';
import { ChartPanel } from '@/components/charts/chart-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { StatCell, StatRow } from '@/components/ui/stat';
import { DashboardSections } from './dashboard-sections';

/** Keeps the line where the days covered will stand. */
const noteLine = '\u00a0';

const monthFacts = ['executions', 'success', 'cost'];
const rangeFacts = ['executions', 'success', 'cost', 'tokens'];

/** The dashboard's own frame with quiet blocks in it, so that nothing moves when the numbers arrive. */
export function DashboardSkeleton({ picker }: { picker: ReactNode }) {
  return (
    <DashboardSections
      month={<StatRow>{factBlocks(monthFacts)}</StatRow>}
      monthNote={noteLine}
      picker={picker}
      range={<StatRow pairs>{factBlocks(rangeFacts)}</StatRow>}
      rangeNote={noteLine}
      templates={
        <ChartPanel note={noteLine} numbers={null} title="Top Templates Used">
          <Skeleton className="h-[250px]" />
        </ChartPanel>
      }
      trends={
        <ChartPanel note={noteLine} numbers={null} title="Execution Trends">
          <Skeleton className="h-[300px]" />
        </ChartPanel>
      }
    />
  );
}

/** As high as a fact of two lines. */
const factBlocks = (facts: readonly string[]) =>
  facts.map((fact) => (
    <StatCell key={fact}>
      <Skeleton className="h-[53.42px] w-[200px] max-w-full" />
    </StatCell>
  ));
