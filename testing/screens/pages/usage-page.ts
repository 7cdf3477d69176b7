import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { watchSavedFiles } from '@/testing/screens/saved-files';

export const range = () => page.getByRole('group', { name: 'Range' });

/** The demo data end today: a day so many days ago lies within them, whenever the test runs. */
export const daysAgo = (count: number): string =>
  new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** The texts of a table's rows, a list of cells each. */
export const cells = (rows: Locator): string[][] =>
  rows
    .elements()
    .map((row) => [...row.querySelectorAll<HTMLElement>('th, td')].map((cell) => cell.innerText));

/** Presses a button that saves a CSV file. @returns the file's name and its rows, none of which has a quoted cell */
export async function savedCsv(button: Locator): Promise<{ fileName: string; lines: string[][] }> {
  const files = watchSavedFiles();
  await button.click();
  await expect.poll(() => files).toHaveLength(1);
  const [file] = files;
  const rows = ((await file?.text) ?? '').split('\r\n').filter(Boolean);
  return { fileName: file?.name ?? '', lines: rows.map((row) => row.split(',')) };
}
