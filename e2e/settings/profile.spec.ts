import type { Page, Route } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { demoPassword, expect, expectAccessible, readClipboard, signIn, test } from '@/e2e/fixtures';
import {
  answerOf,
  callFailures,
  holdOperation,
  interceptOperation,
  latch,
  refuse,
} from '@/e2e/intercept-operation';
import { createPerson, type Person } from '@/e2e/person';
import { brand } from '@/lib/config/brand';

const updated = 'Profile updated.';
const failed = 'Failed to update profile.';

function profileOf(page: Page) {
  const section = page.getByRole('region', { name: 'Profile', exact: true });
  return {
    section,
    userId: section.getByRole('textbox', { name: 'User ID' }),
    email: section.getByRole('textbox', { name: 'Email' }),
    firstName: section.getByRole('textbox', { name: 'First Name' }),
    lastName: section.getByRole('textbox', { name: 'Last Name' }),
    submit: section.locator('button[type=submit]'),
    alert: section.getByRole('alert'),
    status: section.getByRole('status').filter({ hasText: updated }),
  };
}

async function openProfile(page: Page, fields: Parameters<typeof createPerson>[1] = {}) {
  const person = await createPerson(page, fields);
  await signIn(page, person.email);
  await page.goto('/dashboard/account');
  const profile = profileOf(page);
  await expect(profile.userId).toHaveValue(person.id);
  return { person, ...profile };
}

/** What the API has stored of the person signed in. */
async function storedProfile(page: Page) {
  const { me } = await ask<{ me: Person & { first_name: string | null } }>(
    page,
    '{ me { id email first_name last_name } }',
  );
  return me;
}

/** Watches what the page sends to change the profile. */
async function watchUpdates(page: Page): Promise<object[]> {
  const sent: object[] = [];
  await interceptOperation(page, 'UpdateProfile', (route) => {
    sent.push(route.request().postDataJSON().variables);
    return route.continue();
  });
  return sent;
}

/** Makes a tab check its session again, as it does when it comes back from the browser's memory. */
const recheck = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

test("the profile shows the stored record under SPEC's field names", async ({ page }) => {
  const { person, section, userId, email, firstName, lastName } = await openProfile(page);
  await expect(page).toHaveTitle(/^Settings/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(userId).toHaveAttribute('readonly', '');
  await expect(email).toHaveValue(person.email);
  await expect(email).toHaveAttribute('type', 'email');
  await expect(firstName).toHaveValue('Pat');
  await expect(lastName).toHaveValue('Person');
  expect(
    await section
      .locator('input[name]')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name }) => name)),
  ).toEqual(['email', 'first_name', 'last_name']);
  await expectAccessible(page);
});

test('the user id is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { person, section } = await openProfile(page);
  await section.getByRole('button', { name: 'Copy user ID' }).click();
  await expect(section.getByRole('status').filter({ hasText: 'Copied' })).toHaveText('Copied');
  expect(await readClipboard(page)).toBe(person.id);
});

test('an update by keyboard alone is stored, confirmed, and seen without a reload', async ({ page }) => {
  const { person, email, firstName, lastName, submit, status } = await openProfile(page);
  const address = `New-${person.email}`;
  await email.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(address);
  await page.keyboard.press('Tab');
  await expect(firstName).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await expect(lastName).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await expect(submit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(updated);
  await expect(submit).toBeFocused();
  expect(await storedProfile(page)).toEqual({
    id: person.id,
    email: address.toLowerCase(),
    first_name: 'Ada',
    last_name: null,
  });
  await expect(email).toHaveValue(address.toLowerCase());
  await expect(page.locator('[name=username]')).toHaveValue(address.toLowerCase());
  await expectAccessible(page);
});

test('a role that changed meanwhile comes with the answer', async ({ page }) => {
  const { submit, status } = await openProfile(page);
  await interceptOperation(page, 'UpdateProfile', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.updateMyProfile.role = 'ADMIN';
    await route.fulfill({ response, json: answer });
  });
  const account = page.getByRole('navigation', { name: 'Account' });
  await expect(account).toContainText('DEVELOPER');
  await submit.click();
  await expect(status).toBeVisible();
  await expect(account).toContainText('ADMIN');
});

test('only what was changed is sent; nothing changed asks for the stored record', async ({ page }) => {
  const sent = await watchUpdates(page);
  const { firstName, lastName, submit, status } = await openProfile(page);
  await submit.click();
  await expect(status).toBeVisible();
  await firstName.fill('  Ada ');
  await lastName.fill('Other');
  await lastName.fill('Person');
  await submit.click();
  await expect(firstName).toHaveValue('Ada');
  await submit.click();
  await expect.poll(() => sent).toEqual([{}, { first_name: 'Ada' }, {}]);
});

test('an emptied name is stored as none', async ({ page }) => {
  const { firstName, lastName, submit, status } = await openProfile(page);
  await firstName.fill('');
  await lastName.fill('   ');
  await submit.click();
  await expect(status).toBeVisible();
  expect(await storedProfile(page)).toMatchObject({ first_name: null, last_name: null });
  await expect(lastName).toHaveValue('');
});

for (const address of ['', 'nobody', 'no@body', 'two@at@b.example.com']) {
  test(`the address '${address}' is refused at its field, and nothing is sent`, async ({ page }) => {
    const sent = await watchUpdates(page);
    const { email, submit, status } = await openProfile(page);
    await submit.click();
    await expect(status).toBeVisible();
    await email.fill(address);
    await submit.click();
    await expect(email).toHaveAccessibleDescription('Enter a valid e-mail address.');
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    // What the submit before had to say went with this one.
    await expect(status).toHaveCount(0);
    await expect(submit).toBeEnabled();
    expect(sent).toHaveLength(1);
    await expectAccessible(page);
  });
}

test("the server's first message is shown, and what was typed stays", async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to update profile/);
  const { person, email, firstName, submit, alert } = await openProfile(page);
  await firstName.fill('Ada');
  await email.fill('admin@globex.test');
  await submit.click();
  await expect(alert).toHaveText('A user with this email already exists.');
  await expect(submit).toBeFocused();
  await expect(email).toHaveValue('admin@globex.test');
  await expect(firstName).toHaveValue('Ada');
  expect(await storedProfile(page)).toMatchObject({ email: person.email, first_name: 'Pat' });
  await expectAccessible(page);
});

test("a user who may only read gets the server's words", async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to update profile/);
  const { firstName, submit, alert } = await openProfile(page, { scopes: { read: true } });
  await firstName.fill('Ada');
  const answered = answerOf(page, 'UpdateProfile');
  await submit.click();
  const { errors } = await (await answered).json();
  expect(errors[0].extensions.code).toBe('FORBIDDEN');
  await expect(alert).toHaveText(errors[0].message);
  await expect(firstName).toHaveValue('Ada');
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API has no words for it', console: [], handle: refuse('') },
  {
    name: 'the answer has no record',
    console: [],
    handle: (route: Route) => route.fulfill({ json: { data: { updateMyProfile: null } } }),
  },
]) {
  test(`if ${name}, the form says so, what was typed stays, and it can be tried again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, /Failed to update profile/);
    const { firstName, submit, alert, status } = await openProfile(page);
    const recover = await interceptOperation(page, 'UpdateProfile', handle);
    await firstName.fill('Ada');
    await submit.click();
    await expect(alert).toHaveText(failed);
    await expect(submit).toBeFocused();
    await expect(firstName).toHaveValue('Ada');
    await expectAccessible(page);
    await recover();
    await page.keyboard.press('Enter');
    await expect(status).toHaveText(updated);
    await expect(alert).toHaveCount(0);
    expect(await storedProfile(page)).toMatchObject({ first_name: 'Ada' });
  });
}

test('a double press and Enter send once, and the button says so meanwhile', async ({ page }) => {
  const { firstName, lastName, submit, status } = await openProfile(page);
  const { held, release } = latch();
  let sent = 0;
  await interceptOperation(page, 'UpdateProfile', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await firstName.fill('Ada');
  await submit.dblclick();
  await expect(submit).toHaveText('Updating...');
  await expect(submit).toBeDisabled();
  await firstName.press('Enter');
  await firstName.press('Enter');
  await expectAccessible(page);
  // Written while the answer is on its way: not part of it, and kept.
  await lastName.fill('Byron');
  release();
  await expect(status).toHaveText(updated);
  await expect(submit).toHaveText('Update Profile');
  await expect(lastName).toHaveValue('Byron');
  expect(sent).toBe(1);
  expect(await storedProfile(page)).toMatchObject({ first_name: 'Ada', last_name: 'Person' });
  await submit.click();
  await expect.poll(async () => (await storedProfile(page)).last_name).toBe('Byron');
});

test('a stored record that changes under a held update leaves the button pressed once', async ({ page }) => {
  const { firstName, submit, status, lastName } = await openProfile(page);
  const release = await holdOperation(page, 'UpdateProfile');
  await firstName.fill('Ada');
  await submit.click();
  await ask(page, 'mutation { updateMyProfile(last_name: "Elsewhere") { id } }');
  await recheck(page);
  await expect(lastName).toHaveValue('Elsewhere');
  await expect(submit).toBeDisabled();
  release();
  await expect(status).toHaveText(updated);
});

test('what another tab changes is followed, but for what was typed here', async ({ page, context }) => {
  const { person, email, firstName, lastName, submit, status } = await openProfile(page);
  const sent = await watchUpdates(page);
  const other = await context.newPage();
  await other.goto('/dashboard/account');
  const there = profileOf(other);
  await there.firstName.fill('Other');
  await there.lastName.fill('Tab');
  await there.submit.click();
  await expect(there.status).toBeVisible();

  await firstName.fill('Typed');
  await recheck(page);
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

test('the screen fits every width, with its longest words too', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to update profile/);
  const { firstName, submit, alert } = await openProfile(page);
  await interceptOperation(page, 'UpdateProfile', refuse(`No ${'unbroken'.repeat(30)}`));
  await firstName.fill('n'.repeat(120));
  await submit.click();
  await expect(alert).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account Details' })).toBeVisible();
  for (const width of [360, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
});

test('a visitor is led to signing in and back to the settings', async ({ page }) => {
  const { person } = await openProfile(page);
  await page.evaluate((key) => localStorage.removeItem(key), brand.sessionKey);
  await page.reload();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=email]').fill(person.email);
  await dialog.locator('[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/account');
  await expect(page.getByRole('textbox', { name: 'User ID' })).toHaveValue(person.id);
});
