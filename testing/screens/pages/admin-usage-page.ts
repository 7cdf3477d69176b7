import { page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { changeResponse, countCalls, interceptOperation } from '@/testing/screens/intercept-operation';

/** A day of an account's usage, as the API returns it. */
export interface UsageDay {
  date: string;
  requestCount: number;
  successCount: number;
  totalTokens: number;
  totalCost: number;
}

export const acmeAdmin = 'admin@acme.test';
export const emptyAdmin = 'admin@initech.test';

export const rangeSentence = (days: number) => page.getByText(new RegExp(`^${days} days?, `));

/** The usage of the signed-in admin's account over a range, from the API without the page; oldest day first. */
export async function accountUsage(chosen: {
  days?: number;
  from?: string;
  to?: string;
}): Promise<{ accountId: string; days: UsageDay[] }> {
  const { me } = await ask<{ me: { account_id: string } }>('{ me { account_id } }');
  const { days } = await ask<{ days: UsageDay[] }>(
    `query Expected($id: ID!, $days: Int, $from: Date, $to: Date) {
      days: usageByAccount(accountId: $id, timeframe: "daily", days: $days, from: $from, to: $to) {
        date requestCount successCount totalTokens totalCost
      }
    }`,
    { id: me.account_id, ...chosen },
  );
  return { accountId: me.account_id, days };
}

/** Takes the account id from the session. @returns counts the calls of an operation from now on */
export function withoutAccountId(operation: string): { readonly count: number } {
  interceptOperation(
    'Me',
    changeResponse((data: { me: { account_id: string } }) => {
      data.me.account_id = '';
    }),
  );
  return countCalls(operation);
}
