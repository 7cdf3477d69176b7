import { ChartPanel } from '@/components/charts/chart-panel';
import { Skeleton } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import type { DashboardParts } from './dashboard-sections';

/** Keeps the line where the days covered will stand. */
const noteLine = '\u00a0';

const monthFacts = ['executions', 'success', 'cost'];
const rangeFacts = ['executions', 'cost', 'success', 'tokens'];

/** Quiet blocks of the size of what comes, so that nothing moves when the numbers arrive. */
export const skeletonParts: DashboardParts = {
  month: <StatRow>{factBlocks(monthFacts)}</StatRow>,
  monthNote: noteLine,
  range: <StatRow pairs>{factBlocks(rangeFacts)}</StatRow>,
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

/** As high as a fact of two lines, whatever the size of the text. */
function factBlocks(facts: readonly string[]) {
  return facts.map((fact) => (
    <StatCell key={fact}>
      <div aria-hidden="true" className="relative">
        <div className="invisible">
          <p>
            <StatNumber>0</StatNumber>
          </p>
          <StatCaption>{noteLine}</StatCaption>
        </div>
        <Skeleton className="absolute inset-0 max-w-[200px]" />
      </div>
    </StatCell>
  ));
}
