import { type ReactNode, type RefObject, useCallback, useId, useMemo } from 'react';
import { ChartPanel } from '@/components/charts/chart-panel';
import { FilterBar } from '@/components/ui/filter-bar';
import { Failure } from '@/components/ui/outcome';
import { Skeleton } from '@/components/ui/skeleton';
import { SectionTitle } from '@/components/ui/titles';
import { RangePicker, type useChosenRange } from '@/components/usage/range-picker';
import type { CountedExecutions } from '@/components/workflows/executions-address';
import type { LoadedQuery } from '@/lib/graphql-client/use-loaded';
import { EmptyRange, RangeArea, RangeNotice } from './range-area';
import { RangeSummary, RangeSummarySkeleton } from './range-summary';
import { ExecutionTrends, type RankedEntry, type Ranking, RankingPanel } from './usage-charts';
import { type CountedDay, type DaySpan, type RangeTotals, rangeSentence } from './usage-days';

/** Whose usage a screen shows: the developer's own, or for an admin the whole account's. */
type UsageViewer = 'developer' | 'admin';

/** The executions of the chosen range. */
export interface RangeUsage {
  period: DaySpan;
  /** The server's today, UTC. */
  today: string;
  /** The address of the executions of some days, or of failed ones. */
  hrefOf: (which: CountedExecutions) => string;
  /** Up to today, the oldest day first. */
  days: readonly CountedDay[];
  totals: RangeTotals;
  /** Of as many days just before; only for a developer. */
  previous?: RangeTotals;
  firstExecutionOn: string | null;
  templates: readonly RankedEntry[];
  /** Only for an admin. */
  users?: readonly RankedEntry[];
}

interface View {
  /** `Your executions` */
  whose: string;
  templates: Ranking;
  /** Undefined for viewers who see no other users. */
  users?: Ranking;
}

const template = { head: 'Template', word: 'template', fileName: 'top-templates' };
const noTemplates = 'No templates used in this range';

const views: Record<UsageViewer, View> = {
  developer: {
    whose: 'Your executions',
    templates: {
      ...template,
      title: 'Top Templates Used',
      note: 'Top five',
      chart: 'Bar',
      empty: {
        title: noTemplates,
        text: 'The five you run most will appear here after the first execution.',
      },
    },
  },
  admin: {
    whose: "The account's executions",
    templates: {
      ...template,
      title: 'Top Templates',
      note: 'Top five of all executions',
      chart: 'Pie',
      empty: { title: noTemplates, text: 'The five that run most will appear here.' },
    },
    users: {
      title: 'Top Users',
      note: 'Top five',
      chart: 'Bar',
      head: 'User',
      word: 'user',
      fileName: 'top-users',
      empty: {
        title: 'Nobody ran anything in this range',
        text: 'The five users who run most will appear here.',
      },
    },
  },
};

/** Keeps the line of a note that is still loading. */
export const noteLine = '\u00a0';

interface UsageOverviewProps<Data> {
  viewer: UsageViewer;
  state: LoadedQuery<Data>;
  /** Shown if the numbers couldn't be loaded. */
  failure: string;
  /** Takes the focus when the retry button disappears. */
  title: RefObject<HTMLHeadingElement | null>;
  chosen: ReturnType<typeof useChosenRange>;
  /** The sections above the range, which don't depend on it; null data is a skeleton of the same size. */
  summary: (data: Data | null) => ReactNode;
  /** The same function on every render. */
  usageOf: (data: Data) => RangeUsage;
  /** Shown in place of the line before the first execution. */
  noneYet: ReactNode;
}

/** The body of both usage overviews, in any state: the failure, the sections above the range, and the range. */
export function UsageOverview<Data>(props: UsageOverviewProps<Data>) {
  const { viewer, state, failure, title, chosen, summary, usageOf, noneYet } = props;
  const data = state.status === 'ready' ? state.data : null;
  const usage = useMemo(() => data && usageOf(data), [data, usageOf]);
  const focusTitle = useCallback(() => title.current?.focus(), [title]);
  return (
    <>
      <RangeNotice valid={chosen.valid} />
      {state.status === 'failed' ? (
        <Failure
          className="mb-6"
          message={failure}
          onRetry={() => {
            title.current?.focus();
            state.retry();
          }}
          wait={state.wait}
        />
      ) : (
        summary(data)
      )}
      <RangeArea
        note={
          state.status === 'failed' ? undefined : usage ? rangeSentence(usage.period, usage.today) : noteLine
        }
        picker={
          (chosen.named || usage?.firstExecutionOn !== null) && (
            <FilterBar className="max-sm:w-full" onFocusLost={focusTitle}>
              <RangePicker onChoose={chosen.choose} range={chosen.range} />
            </FilterBar>
          )
        }
        stale={state.status === 'ready' && state.stale}
      >
        {state.status === 'failed' ? null : (
          <RangePanels
            panels={usage ? panelsOf(usage, viewer, noneYet) : skeletonOf(viewer)}
            viewer={viewer}
          />
        )}
      </RangeArea>
    </>
  );
}

interface Panels {
  totals: ReactNode;
  trends: ReactNode;
  templates: ReactNode;
  users: ReactNode;
}

/** Lays out the panels: the developer's line next to the templates, the admin's above two rankings. */
function RangePanels({ viewer, panels }: { viewer: UsageViewer; panels: Panels }) {
  if (viewer === 'developer')
    return (
      <>
        {panels.totals}
        <div className="mt-10 grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] print:block print:space-y-8">
          {panels.trends}
          {panels.templates}
        </div>
      </>
    );
  return (
    <div className="grid gap-y-10 print:block print:space-y-8">
      {panels.totals}
      {panels.trends}
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-2 print:block print:space-y-8">
        {panels.users}
        {panels.templates}
      </div>
    </div>
  );
}

function panelsOf(usage: RangeUsage, viewer: UsageViewer, noneYet: ReactNode): Panels {
  const view: View = views[viewer];
  const { period, today, hrefOf, days, totals, previous, firstExecutionOn, templates, users } = usage;
  return {
    totals: (
      <RangeSummary
        days={days}
        hrefOf={hrefOf}
        of={viewer}
        period={period}
        previous={previous}
        today={today}
        totals={totals}
      />
    ),
    trends: (
      <ExecutionTrends
        days={days}
        empty={
          <EmptyRange
            firstExecutionOn={firstExecutionOn}
            noneYet={noneYet}
            period={period}
            today={today}
            whose={view.whose}
          />
        }
        hrefOf={hrefOf}
        period={period}
        today={today}
      />
    ),
    templates: <RankingPanel entries={templates} period={period} ranking={view.templates} />,
    users: view.users && users && <RankingPanel entries={users} period={period} ranking={view.users} />,
  };
}

/** Blocks of the panels' sizes, so that nothing moves when the numbers arrive. */
function skeletonOf(viewer: UsageViewer): Panels {
  const view: View = views[viewer];
  const panel = (title: string, height: string) => (
    <ChartPanel note={noteLine} numbers={null} title={title}>
      <Skeleton className={height} />
      {/* The line with the way to the table. */}
      <p className="mt-3 py-1 text-[13.5px]">{noteLine}</p>
    </ChartPanel>
  );
  return {
    totals: <RangeSummarySkeleton withChange={viewer === 'developer'} />,
    trends: panel('Execution Trends', 'h-[300px]'),
    templates: panel(view.templates.title, 'h-[250px]'),
    users: view.users && panel(view.users.title, 'h-[250px]'),
  };
}

interface UsageSectionProps {
  title: string;
  /** The section's period, in a few words next to the title. */
  note?: string;
  className?: string;
  children: ReactNode;
}

/** A titled section above the range. */
export function UsageSection({ title, note, className = '', children }: UsageSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`min-w-0 ${className}`}>
      <div className="mb-3 items-baseline justify-between gap-x-6 sm:flex">
        <SectionTitle id={titleId}>{title}</SectionTitle>
        {note ? <p className="text-[13.5px] text-muted">{note}</p> : null}
      </div>
      {children}
    </section>
  );
}
