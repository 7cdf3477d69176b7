import { ask } from '@/e2e/ask';
import { expect, requestToken, signIn, test } from '@/e2e/fixtures';
import { createPerson } from '@/e2e/person';
import { account, expectLedOut, returnToTab } from '@/e2e/session/session-page';

test('all others end after a question, and another browser with one leaves the page', async ({
  page,
  browser,
}) => {
  const person = await createPerson(page);
  const token = await requestToken(page, person.email);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, person.email);
  await other.goto('/dashboard');
  await expect(account(other)).toBeVisible();

  await signIn(page, person.email);
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Where you are signed in' });
  await section.getByRole('button', { name: 'End all other sessions' }).click();
  await page
    .getByRole('alertdialog', { name: 'End all other sessions?' })
    .getByRole('button', { name: 'End sessions' })
    .click();
  await expect(section.getByText('2 other sessions have ended.')).toBeVisible();
  expect(await ask(page, '{ me { id } }', {}, token)).toEqual({ me: null });
  await returnToTab(other);
  await expectLedOut(other);
  await context.close();
});
