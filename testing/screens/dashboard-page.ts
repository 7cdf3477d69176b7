import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { ask } from './ask';
import { goto, signIn } from './open-screen';

/** A developer of the demo with usage on every day. */
export const developer = 'dev@acme.test';

export const section = (name: string) => page.getByRole('region', { name, exact: true });
export const range = () => page.getByRole('group', { name: 'Range' });
export const line = () => section('Execution Trends').getByRole('img');
export const bars = () => section('Top Templates Used').getByRole('img');

/** Opens the dashboard of the developer, and waits for its numbers. */
export async function openDashboard(search = ''): Promise<void> {
  await signIn(developer);
  await goto(`/dashboard${search}`);
  await expect.element(line()).toBeVisible();
}

/** Opens the table under a chart. */
export async function openTable(name: string): Promise<Locator> {
  await section(name).getByText('View as table').click();
  const table = page.getByRole('table', { name: `${name}, table` });
  await expect.element(table).toBeVisible();
  return table;
}

/** The texts of the cells, row by row. */
export const cells = (rows: Locator): string[][] =>
  rows
    .elements()
    .map((row) => [...row.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText));

/** The demo data end today: a day so many days ago lies within them, whenever the test runs. */
export const daysAgo = (count: number): string =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

interface Usage {
  stats: { from: string; to: string; totalExecutions: number; totalTokens: number; estimatedCost: number };
  days: { date: string; requestCount: number; totalTokens: number; totalCost: number }[];
  templates: { name: string; totalExecutions: number }[];
}

/** What the API says of a range, asked for past the page. */
export async function usageOver(asked: { days?: number; from?: string; to?: string }): Promise<Usage> {
  const { me } = await ask<{ me: { id: string } }>('{ me { id } }');
  return ask<Usage>(
    `query Expected($id: ID!, $days: Int, $from: Date, $to: Date) {
      stats: userDashboardStats(userId: $id, days: $days, from: $from, to: $to) {
        from to totalExecutions totalTokens estimatedCost
      }
      days: usageByUser(userId: $id, timeframe: "daily", days: $days, from: $from, to: $to) {
        date requestCount totalTokens totalCost
      }
      templates: topTemplatesByUser(userId: $id, limit: 5, days: $days, from: $from, to: $to) { name totalExecutions }
    }`,
    { id: me.id, ...asked },
  );
}
