import { expect, requestToken, signIn, storeToken, test } from '@/e2e/fixtures';
import { countCalls } from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';
import {
  account,
  disable,
  expectLedOut,
  firstName,
  newcomer,
  openPlayground,
  playground,
  signInByDialog,
} from './session-page';

test('a session that has ended leaves the page with the next mutation, and remembers the page', async ({
  page,
}) => {
  const person = await createPerson(page);
  const run = await openPlayground(page, person);
  await disable(page, person);
  await run.click();
  await expectLedOut(page);
  await signInByDialog(page, newcomer);
  await expect(page).toHaveURL(playground);
  await expect(page.getByText(`As ${newcomer}`)).toBeVisible();
  await expect(page.locator('main')).not.toContainText('Mallory');
});
test('a session that has ended leaves the page with the next route change', async ({ page }) => {
  const person = await createPerson(page);
  await signIn(page, person.email);
  await page.goto('/dashboard/devdocs');
  await expect(account(page)).toBeVisible();
  await disable(page, person);
  await account(page).getByRole('link', { name: 'Dashboard' }).click();
  await expectLedOut(page);
});
test("a mutation written for the first person isn't sent in the second one's name", async ({ page }) => {
  const [first, second] = [await createPerson(page), await createPerson(page)];
  const run = await openPlayground(page, first);
  const tokens = [await requestToken(page, first.email), await requestToken(page, second.email)] as const;
  const calls = countCalls(page, 'Rename');
  await storeToken(page, tokens[1]);
  await run.click();
  await expect(page.getByText(`As ${second.email}`)).toBeVisible();
  await expect(page.locator('main')).not.toContainText('Mallory');
  expect(calls.count).toBe(0);
  expect(await firstName(page, tokens[0])).toBe(first.first_name);
  expect(await firstName(page, tokens[1])).toBe(second.first_name);
});
