import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { demoPassword, expect, requestToken, signIn } from '@/e2e/fixtures';
import { interceptOperation } from '@/e2e/intercept-operation';
import type { Person } from '@/e2e/person';
import { brand } from '@/lib/config/brand';

export const developer = 'dev@acme.test';
export const newcomer = 'admin@initech.test';
export const playground = '/dashboard/devdocs/api-playground';

export const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'My Developer Dashboard' });
export const account = (page: Page) => page.getByRole('navigation', { name: 'Account' });

/** Signs out by the header, as people do on wide screens. */
export async function signOutByHeader(page: Page) {
  await account(page).locator('button[aria-expanded]').click();
  await account(page).getByRole('button', { name: 'Sign out' }).click();
}

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
export const loading = (page: Page) => page.getByText('Loading...', { exact: true });
export const workflows = (page: Page) => page.getByText(/^You've run [\d,]+ workflows this month\.$/);
/** The newcomer's account is empty, the developer's isn't. */
export const newcomersUsage = "You've run 0 workflows this month.";

/** @returns the sentence on the person's usage that is then shown */
export async function openDashboard(page: Page, email: string): Promise<string> {
  await signIn(page, email);
  await page.goto('/dashboard');
  await expect(workflows(page)).toBeVisible();
  return workflows(page).innerText();
}

/** Led out: at the home page, asked to sign in, and nothing of the area left on screen. */
export async function expectLedOut(page: Page) {
  await expect(page).toHaveURL('/');
  await expect(dialogOf(page)).toBeVisible();
  await expect(account(page)).toHaveCount(0);
  await expect(title(page)).toHaveCount(0);
}

export async function signInByDialog(page: Page, email: string) {
  await dialogOf(page).locator('[name=email]').fill(email);
  await dialogOf(page).locator('[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
}

export const removeToken = (page: Page) =>
  page.evaluate((key) => localStorage.removeItem(key), brand.sessionKey);

/** Simulates a return to the tab; in tests every tab is always visible. */
export const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Every text that the page ever shows from now on, however briefly. */
export async function recordTexts(page: Page): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return seen;
  });
  return () => texts.evaluate((seen) => [...seen, document.body.innerText]);
}

/** The distinct sentences about a user's usage among the texts. */
export const usagesIn = (texts: string[]) => [...new Set(texts.join('\n').match(/You've run .*/g))];

/** Fails the dashboard's own request once, so that the open page has a button which sends a call. */
export async function openWithButton(page: Page, email: string) {
  await signIn(page, email);
  const recover = await interceptOperation(page, 'DeveloperDashboard', (route) =>
    route.fulfill({ json: { data: null, errors: [{ message: 'no' }] } }),
  );
  await page.goto('/dashboard');
  const button = page.getByRole('button', { name: 'Try again' });
  await expect(button).toBeVisible();
  await recover();
  return button;
}

export async function disable(page: Page, person: Person) {
  const admin = await requestToken(page, 'admin@globex.test');
  await ask(page, 'mutation Disable($id: ID!) { disableUser(id: $id) { id } }', { id: person.id }, admin);
}

/** Opens the playground with a mutation of the person's own name written in it; returns its Run button. */
export async function openPlayground(page: Page, person: Person) {
  await signIn(page, person.email);
  await page.goto(playground);
  await page.getByRole('textbox', { name: 'Query', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(
    'mutation Rename($id: ID!) { updateUser(id: $id, first_name: "Mallory") { first_name } }',
  );
  await page.getByRole('textbox', { name: 'Variables, a JSON object' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(JSON.stringify({ id: person.id }));
  return page.getByRole('button', { name: /^Run/ });
}

export const firstName = async (page: Page, token: string) =>
  (await ask<{ me: { first_name: string } }>(page, '{ me { first_name } }', {}, token)).me.first_name;
