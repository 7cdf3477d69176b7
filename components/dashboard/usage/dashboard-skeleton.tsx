import { ChartPanel } from '@/components/charts/chart-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { StatCell, StatRow } from '@/components/ui/stat';
import { DashboardSections } from './dashboard-sections';

/** Keeps the line where the days covered will stand. */
const noteLine = '\u00a0';

const facts = ['executions', 'success', 'cost'];

/** The dashboard's own frame with quiet blocks in it, so that nothing moves when the numbers arrive. */
export function DashboardSkeleton() {
  return (
    <DashboardSections
      summary={
        <StatRow>
          {facts.map((fact) => (
            <StatCell key={fact}>
              <Skeleton className="h-[32.5px] w-[280px] max-w-full" />
            </StatCell>
          ))}
        </StatRow>
      }
      templates={
        <ChartPanel columns={['', '']} points={[]} title="Top Templates Used">
          <Skeleton className="h-[250px]" />
        </ChartPanel>
      }
      trends={
        <ChartPanel columns={['', '']} note={noteLine} points={[]} title="Execution Trends">
          <Skeleton className="h-[300px]" />
        </ChartPanel>
      }
    />
  );
}
