import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { ask } from '@/e2e/ask';

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

export const range = (page: Page) => page.getByRole('group', { name: 'Range' });
export const rangeSentence = (page: Page, days: number) => page.getByText(new RegExp(`^${days} days?, `));

/** The demo data end today: a day so many days ago lies within them, whenever the test runs. */
export const daysAgo = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** What the API says of the signed-in admin's account over a range, asked for past the page; oldest day first. */
export async function accountUsage(
  page: Page,
  chosen: { days?: number; from?: string; to?: string },
): Promise<{ accountId: string; days: UsageDay[] }> {
  const { me } = await ask<{ me: { account_id: string } }>(page, '{ me { account_id } }');
  const { days } = await ask<{ days: UsageDay[] }>(
    page,
    `query Expected($id: ID!, $days: Int, $from: Date, $to: Date) {
      days: usageByAccount(accountId: $id, timeframe: "daily", days: $days, from: $from, to: $to) {
        date requestCount successCount totalTokens totalCost
      }
    }`,
    { id: me.account_id, ...chosen },
  );
  return { accountId: me.account_id, days };
}

/** The texts of a table's rows, a list of cells each. */
export const cells = async (rows: Locator): Promise<string[][]> =>
  Promise.all((await rows.all()).map((row) => row.locator('th, td').allInnerTexts()));

/** Presses a button that saves a CSV file. @returns the file's name and its rows, none of which holds a quoted cell */
export async function savedCsv(
  page: Page,
  button: Locator,
): Promise<{ fileName: string; lines: string[][] }> {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  const rows = text.split('\r\n').filter(Boolean);
  return { fileName: file.suggestedFilename(), lines: rows.map((row) => row.split(',')) };
}

/** Changes one operation's answer on its way to the page. */
export function altered<Data>(change: (data: Data) => void): (route: Route) => Promise<void> {
  return async (route) => {
    const response = await route.fetch();
    const json: { data: Data } = await response.json();
    change(json.data);
    await route.fulfill({ response, json });
  };
}
