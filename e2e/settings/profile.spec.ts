import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, signIn, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation } from '@/e2e/intercept-operation';
import { createPerson, type Person } from '@/e2e/person';

function profileOf(page: Page) {
  const section = page.getByRole('region', { name: 'Profile', exact: true });
  return {
    userId: section.getByRole('textbox', { name: 'User ID' }),
    email: section.getByRole('textbox', { name: 'Email' }),
    firstName: section.getByRole('textbox', { name: 'First Name' }),
    lastName: section.getByRole('textbox', { name: 'Last Name' }),
    submit: section.locator('button[type=submit]'),
    alert: section.getByRole('alert'),
    status: section.getByRole('status').filter({ hasText: 'Profile updated.' }),
  };
}

async function openProfile(page: Page) {
  const person = await createPerson(page);
  await signIn(page, person.email);
  await page.goto('/dashboard/account');
  const profile = profileOf(page);
  await expect(profile.userId).toHaveValue(person.id);
  return { person, ...profile };
}

/** The API's stored record of the signed-in person. */
async function storedProfile(page: Page) {
  const { me } = await ask<{ me: Person }>(page, '{ me { id email first_name last_name } }');
  return me;
}

test('without a network the form says so, what was typed stays, and it can be tried again', async ({
  page,
  expectedConsole,
}) => {
  const [noNetwork] = callFailures;
  expectedConsole.push(...noNetwork.console, /Failed to update profile/);
  const { firstName, submit, alert, status } = await openProfile(page);
  const recover = await interceptOperation(page, 'UpdateProfile', noNetwork.handle);
  await firstName.fill('Ada');
  await submit.click();
  await expect(alert).toHaveText('Failed to update profile.');
  await expect(submit).toBeFocused();
  await expect(firstName).toHaveValue('Ada');
  await recover();
  await page.keyboard.press('Enter');
  await expect(status).toBeVisible();
  expect(await storedProfile(page)).toMatchObject({ first_name: 'Ada' });
});

test('changes in another tab are followed, except for fields with text typed here', async ({
  page,
  context,
}) => {
  const { person, email, firstName, lastName, submit, status } = await openProfile(page);
  const sent: object[] = [];
  await interceptOperation(page, 'UpdateProfile', (route) => {
    sent.push(route.request().postDataJSON().variables);
    return route.continue();
  });
  const other = await context.newPage();
  await other.goto('/dashboard/account');
  const there = profileOf(other);
  await there.firstName.fill('Other');
  await there.lastName.fill('Tab');
  await there.submit.click();
  await expect(there.status).toBeVisible();

  await firstName.fill('Typed');
  // As the tab does when it comes back from the browser's memory.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(lastName).toHaveValue('Tab');
  await expect(firstName).toHaveValue('Typed');
  await expect(email).toHaveValue(person.email);
  await submit.click();
  await expect(status).toBeVisible();
  expect(sent).toEqual([{ first_name: 'Typed' }]);
  expect(await storedProfile(page)).toMatchObject({ first_name: 'Typed', last_name: 'Tab' });
});

test('a link to a section leads to it once the session is known', async ({ page }) => {
  const { person } = await openProfile(page);
  await page.setViewportSize({ width: 1024, height: 300 });
  for (const id of ['security', 'profile', 'api-keys', 'account', 'preferences']) {
    await page.goto('about:blank');
    await page.goto(`/dashboard/account#${id}`);
    await expect(page.getByRole('textbox', { name: 'User ID' })).toHaveValue(person.id);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
});
