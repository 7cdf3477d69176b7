import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/** A key's secret, anywhere in a text. */
export const rawKeyPattern = /sy_live_[\w-]{43}/;

/** The day in UTC so many days from today, `YYYY-MM-DD`. */
export const utcDay = (daysAhead: number) =>
  new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);

/** The button that opens the menu of a key's row. */
export const menuIn = (row: Locator) => row.getByRole('button', { name: /^More actions for / });

const items = () => page.getByRole('menuitem');

/** Begins an action of the key in this row, by its button or in its menu. */
export async function actIn(row: Locator, action: string): Promise<void> {
  await expect.element(row).toBeVisible();
  const button = row.getByRole('button', { name: new RegExp(`^${action} `) });
  if (button.elements().length > 0) return button.click();
  await menuIn(row).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}

/** The actions in the row of a key, in order: its button, then its menu. */
export async function offersIn(row: Locator): Promise<string[]> {
  const texts = (locator: Locator) => locator.elements().map(({ textContent }) => textContent ?? '');
  const [button = ''] = texts(row.getByRole('button'));
  const first = button.split(' ')[0] ?? '';
  if (menuIn(row).elements().length === 0) return [first];
  await menuIn(row).click();
  await expect.element(items().first()).toBeVisible();
  const others = texts(items());
  await userEvent.keyboard('{Escape}');
  await expect.element(items()).not.toBeInTheDocument();
  return [first, ...others];
}
