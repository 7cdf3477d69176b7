'use client';
import { useCallback, useRef } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar } from '@/components/ui/filter-bar';
import { BackLink, NumberLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton, SkeletonOver } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { PageTitle } from '@/components/ui/titles';
import { useAddress } from '@/components/ui/use-address';
import { CostPerRun } from '@/components/usage/cost-per-run';
import { costWords } from '@/components/usage/known-cost';
import { ModelTable, modelReliabilityFragment } from '@/components/usage/model-table';
import { RangeArea, RangeNotice } from '@/components/usage/range-area';
import { RangePicker, useChosenRange } from '@/components/usage/range-picker';
import { rangeSentence } from '@/components/usage/usage-days';
import { noteLine } from '@/components/usage/usage-overview';
import { executionsAddress } from '@/components/workflows/executions-address';
import { formatPrice } from '@/lib/format/money';
import { formatCount, formatPercent, formatQuantity } from '@/lib/format/number';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { useSessionQuery } from '@/lib/graphql-client/use-loaded';
import { dayOf } from '@/lib/rules/day';

const templateReportFragment = graphql(
  `
    fragment TemplateReportParts on TemplateReport @_unmask {
      from
      to
      totalExecutions
      successCount
      totalCost
      unknownCostCount
      days {
        date
        requestCount
        totalTokens
        totalCost
        unknownCostCount
      }
      models {
        ...ModelReliabilityParts
      }
      cheapestReliable {
        model
        calls
        cost
      }
    }
  `,
  [modelReliabilityFragment],
);

const ownQuery = graphql(
  `
    query OwnTemplate($id: ID!, $name: String!, $days: Int, $from: Date, $to: Date) {
      report: templateByUser(userId: $id, name: $name, days: $days, from: $from, to: $to) {
        ...TemplateReportParts
      }
    }
  `,
  [templateReportFragment],
);

const accountQuery = graphql(
  `
    query AccountTemplate($id: ID!, $name: String!, $days: Int, $from: Date, $to: Date) {
      report: templateByAccount(accountId: $id, name: $name, days: $days, from: $from, to: $to) {
        ...TemplateReportParts
      }
    }
  `,
  [templateReportFragment],
);

type Report = ResultOf<typeof templateReportFragment>;

interface TemplateScreenProps {
  /** The list of jobs: one's own, or the account's. */
  base: '/dashboard/workflows' | '/dashboard/admin/workflows';
}

interface TemplateProps extends TemplateScreenProps {
  name: string;
}

/** How the template that the address names ran: a person's own executions, or for an admin the account's. */
export function TemplateScreen({ base }: TemplateScreenProps) {
  const name = useAddress().get('name');
  if (name !== null) return <Template base={base} key={name} name={name} />;
  return (
    <>
      <BackLink href={base}>Workflows</BackLink>
      <PageTitle>Template</PageTitle>
      <EmptyState>
        <EmptyStateTitle>No template is chosen</EmptyStateTitle>
        <EmptyStateText>Choose one under Top Templates on the overview.</EmptyStateText>
      </EmptyState>
    </>
  );
}

function Template({ name, base }: TemplateProps) {
  const isAccount = base === '/dashboard/admin/workflows';
  const { user } = useSession();
  const id = (isAccount ? user?.account_id : user?.id) ?? '';
  const chosen = useChosenRange();
  const state = useSessionQuery(isAccount ? accountQuery : ownQuery, { id, name, ...chosen.range }, id);
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const report = state.status === 'ready' ? state.data.report : null;
  const busy = state.status === 'loading' || (state.status === 'ready' && state.stale);
  // By this browser's clock, whose today can differ from the server's for a moment.
  const today = dayOf(new Date());
  return (
    <>
      <BackLink href={base}>Workflows</BackLink>
      <PageTitle
        note={
          busy
            ? 'Loading the template...'
            : isAccount
              ? "The account's executions of this template. Days are UTC."
              : 'Your executions of this template. Days are UTC.'
        }
        ref={title}
      >
        <span className="wrap-anywhere">{name}</span>
      </PageTitle>
      <RangeNotice valid={chosen.valid} />
      {state.status === 'failed' && (
        <Failure
          className="mb-6"
          message="Failed to load the template."
          onRetry={() => {
            focusTitle();
            state.retry();
          }}
          wait={state.wait}
        />
      )}
      <RangeArea
        note={state.status === 'failed' ? undefined : report ? rangeSentence(report, today) : noteLine}
        picker={
          <FilterBar className="max-sm:w-full" onFocusLost={focusTitle}>
            <RangePicker onChoose={chosen.choose} range={chosen.range} />
          </FilterBar>
        }
        stale={state.status === 'ready' && state.stale}
      >
        {state.status === 'failed' ? null : report ? (
          <TemplateReport base={base} name={name} report={report} today={today} />
        ) : (
          <>
            <SkeletonOver>
              <Totals base={base} name={name} report={noReport} />
            </SkeletonOver>
            <Skeleton className="mt-10 h-[300px]" />
          </>
        )}
      </RangeArea>
    </>
  );
}

/** Invisible under the skeletons, so that they are as large as the loaded content. */
const noReport: Report = {
  ...{ from: '2026-01-01', to: '2026-01-01', totalExecutions: 0, successCount: 0, totalCost: 0 },
  ...{ unknownCostCount: 0, days: [], models: [], cheapestReliable: null },
};

interface ReportProps extends TemplateProps {
  report: Report;
}

function TemplateReport({ report, name, base, today }: ReportProps & { today: string }) {
  const { from, to, models, totalExecutions } = report;
  if (totalExecutions === 0)
    return (
      <EmptyState>
        <EmptyStateTitle>No executions in this range</EmptyStateTitle>
        <EmptyStateText>
          Executions count under a template once they have ended, by their workflow's name. Choose other days.
        </EmptyStateText>
      </EmptyState>
    );
  return (
    <>
      <Totals base={base} name={name} report={report} />
      <p className="mt-5 max-w-[80ch] text-[15px]">{cheapestSentence(report)}</p>
      <div className="mt-10">
        <CostPerRun report={report} today={today} />
      </div>
      <h2 className="mt-10 mb-3 font-semibold text-[18px] tracking-[-0.01em]">Models Used</h2>
      <ModelTable
        among={{ from, to, template: name }}
        base={base}
        label="Models of this template"
        models={models}
      />
      <p className="mt-4 max-w-[80ch] text-[13.5px] text-muted">
        Latencies are of calls with a reply, to about 5 percent. A number leads to the ended jobs that made
        its calls, as far as they are kept. Fallbacks lead to all jobs with fallbacks that called the model.
        The breaker's state is what the server process that returned this page knows: a closed one lets calls
        through, also if they fail.
      </p>
    </>
  );
}

/** The template's executions in numbers, each with its list. */
function Totals({ report, name, base }: ReportProps) {
  const { from, to, totalExecutions, successCount, totalCost, unknownCostCount } = report;
  const failed = totalExecutions - successCount;
  const cost = costWords({ cost: totalCost, executions: totalExecutions, unknownCostCount });
  const list = executionsAddress(base, { from, to, template: name });
  const known = totalExecutions - unknownCostCount;
  return (
    <StatRow pairs>
      <StatCell>
        <StatCaption>Executions</StatCaption>
        <NumberLink href={list}>
          <StatNumber>{formatCount(totalExecutions)}</StatNumber>
        </NumberLink>
      </StatCell>
      <StatCell>
        <StatCaption>Success rate</StatCaption>
        <StatNumber>
          {totalExecutions === 0 ? '—' : formatPercent((100 * successCount) / totalExecutions)}
        </StatNumber>
        <StatCaption>
          <NumberLink href={executionsAddress(base, { from, to, template: name, status: 'failed' })}>
            {`${formatCount(failed)} failed`}
          </NumberLink>
        </StatCaption>
      </StatCell>
      <StatCell>
        <StatCaption>Cost</StatCaption>
        <NumberLink href={list}>
          <StatNumber>{cost.amount}</StatNumber>
        </NumberLink>
        {cost.note && <StatCaption>{cost.note}</StatCaption>}
      </StatCell>
      <StatCell>
        <StatCaption>Cost per run</StatCaption>
        <StatNumber>{known === 0 ? '—' : formatPrice(totalCost / known)}</StatNumber>
        <StatCaption>on average</StatCaption>
      </StatCell>
    </StatRow>
  );
}

/** The cheapest model without a failure, and on how many calls that rests: steps differ in size, so it's not a whole job's. */
export function cheapestSentence({
  cheapestReliable,
  models,
}: Pick<Report, 'cheapestReliable' | 'models'>): string {
  if (!cheapestReliable)
    return models.length === 0
      ? 'Its steps called no model in this range.'
      : 'Its steps called no model of known price without a failure in this range.';
  const { model, calls, cost } = cheapestReliable;
  const times = formatQuantity(calls, { one: 'call', other: 'calls' });
  return `Of the models that its steps called without a failure, the cheapest per call: ${model}, at ${formatPrice(cost / calls)}. That rests on ${times}, which may be of its smallest steps only.`;
}
