import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { goto, signIn } from '@/testing/screens/open-screen';
import { region } from './admin-page';

/** A developer of the demo with usage on every day. */
export const developer = 'dev@acme.test';

export const line = () => region('Execution Trends').getByRole('img');
export const bars = () => region('Top Templates Used').getByRole('img');

/** Opens the dashboard of the developer, and waits for its numbers. */
export async function openDashboard(search = ''): Promise<void> {
  await signIn(developer);
  await goto(`/dashboard${search}`);
  await expect.element(line()).toBeVisible();
}

/** Opens the table under a chart. */
export async function openTable(name: string): Promise<Locator> {
  await region(name).getByText('View as table').click();
  const table = page.getByRole('table', { name: `${name}, table` });
  await expect.element(table).toBeVisible();
  return table;
}

interface Usage {
  stats: {
    from: string;
    to: string;
    totalExecutions: number;
    totalTokens: number;
    estimatedCost: number;
    previous: { totalExecutions: number; totalTokens: number; estimatedCost: number };
  };
  days: { date: string; requestCount: number; totalTokens: number; totalCost: number }[];
  templates: { name: string; totalExecutions: number }[];
}

/** The usage over a range, from the API without the page. */
export async function usageOver(asked: { days?: number; from?: string; to?: string }): Promise<Usage> {
  const { me } = await ask<{ me: { id: string } }>('{ me { id } }');
  return ask<Usage>(
    `query Expected($id: ID!, $days: Int, $from: Date, $to: Date) {
      stats: userDashboardStats(userId: $id, days: $days, from: $from, to: $to) {
        from to totalExecutions totalTokens estimatedCost
        previous { totalExecutions totalTokens estimatedCost }
      }
      days: usageByUser(userId: $id, timeframe: "daily", days: $days, from: $from, to: $to) {
        date requestCount totalTokens totalCost
      }
      templates: topTemplatesByUser(userId: $id, limit: 5, days: $days, from: $from, to: $to) { name totalExecutions }
    }`,
    { id: me.id, ...asked },
  );
}
