import { type Locator, page } from 'vitest/browser';
import { ask } from './ask';
import { changeAnswer, countCalls, interceptOperation } from './intercept-operation';
import { watchSavedFiles } from './saved-files';

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

export const range = () => page.getByRole('group', { name: 'Range' });
export const rangeSentence = (days: number) => page.getByText(new RegExp(`^${days} days?, `));

/** The demo data end today: a day so many days ago lies within them, whenever the test runs. */
export const daysAgo = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** What the API says of the signed-in admin's account over a range, asked for past the page; oldest day first. */
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

/** The texts of a table's rows, a list of cells each. */
export const cells = (rows: Locator): string[][] =>
  rows
    .elements()
    .map((row) => [...row.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText));

/** Presses a button that saves a CSV file. @returns the file's name and its rows, none of which holds a quoted cell */
export async function savedCsv(button: Locator): Promise<{ fileName: string; lines: string[][] }> {
  const nextFile = watchSavedFiles();
  await button.click();
  const { name: fileName, text } = await nextFile();
  const rows = text.split('\r\n').filter(Boolean);
  return { fileName, lines: rows.map((row) => row.split(',')) };
}

/** Takes the account id from the session. @returns counts the calls of an operation from now on */
export function withoutAccountId(operation: string): { readonly count: number } {
  interceptOperation(
    'Me',
    changeAnswer((data) => {
      data.me.account_id = '';
    }),
  );
  return countCalls(operation);
}
