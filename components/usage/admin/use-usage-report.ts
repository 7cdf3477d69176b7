'use client';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { useSession } from '@/components/auth/session-provider';
import type { ChosenRange } from '@/components/usage/range-picker';
import { waitSentence } from '@/lib/graphql-client/client-errors';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { sessionToken } from '@/lib/graphql-client/session-store';

/** The account's usage on the days of a range, the server's today and the first day with any usage. */
const usageQuery = graphql(`
  query UsageReport($accountId: ID!, $days: Int, $from: Date, $to: Date) {
    accountOverview {
      firstExecutionOn
    }
    accountDashboardStats(accountId: $accountId) {
      to
      storedBytes
      maxStoredBytes
    }
    usageByAccount(accountId: $accountId, timeframe: "daily", days: $days, from: $from, to: $to) {
      date
      requestCount
      successCount
      totalTokens
      totalCost
      unknownCostCount
    }
  }
`);

/** Counts, US dollars, UTC days; the oldest day first. */
export type UsageReport = ResultOf<typeof usageQuery>;

type UsageReportState =
  | { status: 'loading' }
  | { status: 'failed'; wait: string | null; retry: () => void }
  | {
      status: 'ready';
      report: UsageReport;
      /** When it was read, epoch milliseconds by this browser's clock. */
      readAt: number;
      /** Newer numbers, or another range's, are loading. */
      fetching: boolean;
      /** The last refresh failed: these are the numbers from before. */
      outdated: boolean;
      /** When to try that refresh again: see waitSentence. */
      wait: string | null;
      refresh: () => void;
    };

/**
 * The account's usage over a range. Without a stored session token nothing is fetched and it stays loading
 * (docs/product.md, "Usage reports"). A missing account id is the error `Missing account_id`, which is logged.
 */
export function useUsageReport(range: ChosenRange): UsageReportState {
  const { user } = useSession();
  const accountId = user?.account_id ?? '';
  const hasToken = sessionToken() !== null;
  const variables = { accountId, ...range };
  const [{ data, error, fetching, operation }, refetch] = useQuery({
    query: usageQuery,
    variables,
    pause: !hasToken || accountId === '',
    requestPolicy: 'network-only',
  });
  /** The last response without an error, and its variables: it stays on screen when a refresh fails. */
  const [last, setLast] = useState<{ report: UsageReport; readAt: number; asked: string } | null>(null);
  const answered = JSON.stringify(operation?.variables);
  useEffect(() => {
    if (data && !error && !fetching) setLast({ report: data, readAt: Date.now(), asked: answered });
  }, [data, error, fetching, answered]);

  const missing = hasToken && accountId === '';
  useEffect(() => {
    const problem = missing ? new Error('Missing account_id') : error;
    if (problem) console.warn("The usage reports couldn't be loaded.", problem);
  }, [missing, error]);

  const refresh = () => refetch({ requestPolicy: 'network-only' });
  if (!hasToken) return { status: 'loading' };
  // Loading the page again is what fetches the current user again.
  if (missing) return { status: 'failed', wait: null, retry: () => window.location.reload() };
  const failed = error !== undefined && !fetching;
  const wait = waitSentence(error);
  if (last && (fetching || last.asked === JSON.stringify(variables))) {
    const { report, readAt } = last;
    return { status: 'ready', report, readAt, fetching, outdated: failed, wait, refresh };
  }
  return failed ? { status: 'failed', wait, retry: refresh } : { status: 'loading' };
}
