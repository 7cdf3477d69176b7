'use client';
import { useCallback, useRef } from 'react';
import { useSession } from '@/components/auth/session-provider';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { FilterBar } from '@/components/ui/filter-bar';
import { NumberLink } from '@/components/ui/link';
import { Failure } from '@/components/ui/outcome';
import { Skeleton, SkeletonOver } from '@/components/ui/skeleton';
import { StatCaption, StatCell, StatNumber, StatRow } from '@/components/ui/stat';
import { PageTitle } from '@/components/ui/titles';
import { type ModelCalls, ModelTable, modelReliabilityFragment } from '@/components/usage/model-table';
import { RangeArea, RangeNotice } from '@/components/usage/range-area';
import { RangePicker, useChosenRange } from '@/components/usage/range-picker';
import { type DaySpan, rangeSentence, spanOf } from '@/components/usage/usage-days';
import { noteLine } from '@/components/usage/usage-overview';
import { executionsAddress } from '@/components/workflows/executions-address';
import { formatExactDollars, sumDollars } from '@/lib/format/money';
import { formatCount, formatShare } from '@/lib/format/number';
import { graphql } from '@/lib/graphql-client/graphql';
import { useSessionQuery } from '@/lib/graphql-client/use-loaded';

export const reliabilityQuery = graphql(
  `
    query Reliability($accountId: ID!, $days: Int, $from: Date, $to: Date) {
      accountDashboardStats(accountId: $accountId) {
        to
      }
      usageByAccount(accountId: $accountId, timeframe: "daily", days: $days, from: $from, to: $to) {
        date
      }
      reliabilityByAccount(accountId: $accountId, days: $days, from: $from, to: $to) {
        ...ModelReliabilityParts
      }
    }
  `,
  [modelReliabilityFragment],
);

/** How reliable the models of an account's calls were: errors, latencies, fallbacks, and circuit breakers. */
export function ReliabilityScreen() {
  const chosen = useChosenRange();
  const { user } = useSession();
  const accountId = user?.account_id ?? '';
  const state = useSessionQuery(reliabilityQuery, { accountId, ...chosen.range }, accountId);
  const title = useRef<HTMLHeadingElement>(null);
  const focusTitle = useCallback(() => title.current?.focus(), []);
  const data = state.status === 'ready' ? state.data : null;
  const busy = state.status === 'loading' || (state.status === 'ready' && state.stale);
  const period = data && spanOf(data.usageByAccount);
  return (
    <>
      <PageTitle
        note={busy ? 'Loading reliability...' : 'Calls of models, by the UTC day of their end.'}
        ref={title}
      >
        Reliability
      </PageTitle>
      <RangeNotice valid={chosen.valid} />
      {state.status === 'failed' && (
        <Failure
          className="mb-6"
          message="Failed to load reliability."
          onRetry={() => {
            focusTitle();
            state.retry();
          }}
          wait={state.wait}
        />
      )}
      <RangeArea
        note={
          state.status === 'failed'
            ? undefined
            : data && period
              ? rangeSentence(period, data.accountDashboardStats.to)
              : noteLine
        }
        picker={
          <FilterBar className="max-sm:w-full" onFocusLost={focusTitle}>
            <RangePicker onChoose={chosen.choose} range={chosen.range} />
          </FilterBar>
        }
        stale={state.status === 'ready' && state.stale}
      >
        {state.status === 'failed' ? null : data && period ? (
          <Models models={data.reliabilityByAccount} period={period} />
        ) : (
          <>
            <SkeletonOver>
              <Totals models={[]} period={{ from: '', to: '' }} />
            </SkeletonOver>
            <Skeleton className="mt-8 h-[320px]" />
          </>
        )}
      </RangeArea>
    </>
  );
}

function Models({ models, period }: { models: ModelCalls[]; period: DaySpan }) {
  if (models.length === 0)
    return (
      <EmptyState>
        <EmptyStateTitle>No calls of models in this range</EmptyStateTitle>
        <EmptyStateText>Each model that a workflow calls will appear here. Choose other days.</EmptyStateText>
      </EmptyState>
    );
  return (
    <>
      <Totals models={models} period={period} />
      <div className="mt-8">
        <ModelTable among={period} base={base} label="Reliability by model" models={models} />
      </div>
      <p className="mt-4 max-w-[80ch] text-[13.5px] text-muted">
        Latencies are of calls with a reply, to about 5 percent. After five failures in a row, the breaker
        pauses calls of a model. Its state is the one in the server process that returned this page: a closed
        breaker lets calls through, also if they fail. A number leads to the ended jobs that made its calls,
        by the day of their end. The list says how many calls that were; its cost is that of all calls of the
        jobs. A model's fallbacks lead to all jobs with fallbacks that called it. The numbers also count calls
        of deleted jobs and of jobs that haven't ended. They go back as far as the plan keeps audit events.
      </p>
    </>
  );
}

const base = '/dashboard/admin/workflows';

/** The addresses of the jobs that made the calls of all models together. */
export const totalAddresses = ({ from, to }: DaySpan) => ({
  calls: executionsAddress(base, { from, to }),
  failed: executionsAddress(base, { from, to, call: 'FAILED' }),
  fallbacks: executionsAddress(base, { from, to, fallbacks: 'yes' }),
});

/** All models together. */
function Totals({ models, period }: { models: readonly ModelCalls[]; period: DaySpan }) {
  const hrefs = totalAddresses(period);
  const sum = (of: (model: ModelCalls) => number) => models.reduce((total, model) => total + of(model), 0);
  const [calls, failed] = [sum((model) => model.calls), sum((model) => model.failed)];
  const open = models.filter(({ circuit }) => circuit !== null).length;
  return (
    <StatRow pairs>
      <StatCell>
        <StatCaption>Calls</StatCaption>
        <NumberLink href={hrefs.calls}>
          <StatNumber>{formatCount(calls)}</StatNumber>
        </NumberLink>
        <StatCaption>retries included</StatCaption>
      </StatCell>
      <StatCell>
        <StatCaption>Error rate</StatCaption>
        <StatNumber>{calls === 0 ? '—' : formatShare((100 * failed) / calls)}</StatNumber>
        <StatCaption>
          <NumberLink href={hrefs.failed}>{`${formatCount(failed)} failed`}</NumberLink>
        </StatCaption>
      </StatCell>
      <StatCell>
        <StatCaption>Fallbacks taken</StatCaption>
        <NumberLink href={hrefs.fallbacks}>
          <StatNumber>{formatCount(sum((model) => model.fallbacks))}</StatNumber>
        </NumberLink>
        <StatCaption>steps that another model completed</StatCaption>
      </StatCell>
      <StatCell>
        <StatCaption>Failures cost</StatCaption>
        <NumberLink href={hrefs.failed}>
          <StatNumber>
            {formatExactDollars(sumDollars(models.map(({ failedCost }) => failedCost)))}
          </StatNumber>
        </NumberLink>
        <StatCaption>
          {open === 0 ? 'all breakers closed' : `breakers open: ${formatCount(open)}`}
        </StatCaption>
      </StatCell>
    </StatRow>
  );
}
