import type { Page, Route } from '@playwright/test';
import { ask } from '@/e2e/ask';
import {
  demoPassword,
  expect,
  expectAccessible,
  openBlank,
  requestToken,
  signIn,
  storedToken,
  test,
} from '@/e2e/fixtures';
import { answerOf, callFailures, callOf, interceptOperation, latch, refuse } from '@/e2e/intercept-operation';
import { createPerson } from '@/e2e/person';
import { limits } from '@/lib/config/limits';

const updated = 'Password updated successfully.';
const another = 'another-password';
const logged = /The password was not updated/;

async function openSecurity(page: Page, fields: Parameters<typeof createPerson>[1] = {}) {
  const person = await createPerson(page, fields);
  await signIn(page, person.email);
  await page.goto('/dashboard/account');
  const section = page.getByRole('region', { name: 'Security & Access', exact: true });
  const form = {
    person,
    section,
    password: section.getByLabel('New password', { exact: true }),
    confirmation: section.getByLabel('Confirm password', { exact: true }),
    submit: section.locator('button[type=submit]'),
    alert: section.getByRole('alert'),
    status: section.getByRole('status'),
    fill: async (password: string, confirmation = password) => {
      await form.password.fill(password);
      await form.confirmation.fill(confirmation);
    },
  };
  await expect(form.submit).toHaveText('Reset Password');
  return form;
}

/** Whether the API takes this password of the person's. */
async function takes(page: Page, email: string, password: string): Promise<boolean> {
  const response = await page.request.post('/api/graphql', {
    data: {
      query:
        'mutation SignIn($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }',
      variables: { email, password },
    },
  });
  return !(await response.json()).errors;
}

async function countResets(page: Page): Promise<() => number> {
  let sent = 0;
  await interceptOperation(page, 'ResetPassword', (route) => {
    sent += 1;
    return route.continue();
  });
  return () => sent;
}

test('a new password by keyboard alone is stored, confirmed, cleared, and ends only the other sessions', async ({
  page,
}) => {
  const { person, password, confirmation, submit, status } = await openSecurity(page);
  const elsewhere = await requestToken(page, person.email);
  await password.focus();
  await page.keyboard.type(another);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(confirmation).toBeFocused();
  await page.keyboard.type(another);
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(updated);
  await expect(password).toHaveValue('');
  await expect(confirmation).toHaveValue('');
  await expectAccessible(page);
  expect(await takes(page, person.email, another)).toBe(true);
  expect(await takes(page, person.email, demoPassword)).toBe(false);
  const id = '{ me { id } }';
  expect(await ask(page, id, {}, elsewhere)).toEqual({ me: null });
  expect(await ask(page, id)).toEqual({ me: { id: person.id } });
  // The focus did not get lost with the button disabled.
  await submit.focus();
  await page.keyboard.press('Enter');
  await expect(password).toBeFocused();
});

test('the form tells password managers whose password it is, and people what it takes', async ({ page }) => {
  const { person, section, password, confirmation } = await openSecurity(page);
  for (const [field, name] of [
    [password, 'password'],
    [confirmation, 'confirm_password'],
  ] as const) {
    await expect(field).toHaveAttribute('name', name);
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('required', '');
    // No rule on length but the server's.
    await expect(field).not.toHaveAttribute('minlength');
  }
  await expect(password).toHaveAccessibleDescription('8 to 256 characters. Your other sessions end.');
  const username = section.locator('[autocomplete=username]');
  await expect(username).toHaveValue(person.email);
  await expect(username).toHaveAttribute('aria-hidden', 'true');
  await expect(username).toHaveAttribute('tabindex', '-1');
  await expect(section.getByText('MFA and social login are coming soon.', { exact: true })).toBeVisible();
});

test("passwords that differ, be it by a letter's case or a space, are not sent", async ({ page }) => {
  const sent = await countResets(page);
  const { password, confirmation, submit, alert, fill } = await openSecurity(page);
  for (const different of ['Another-password', 'another-password ', 'x']) {
    await fill(another, different);
    await submit.click();
    await expect(alert).toHaveText('Passwords do not match.');
    await expect(confirmation).toBeFocused();
    await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveValue(another);
    await expect(confirmation).toHaveValue(different);
  }
  await expectAccessible(page);
  expect(sent()).toBe(0);
});

test('a field left empty is the browser to point at, and nothing is sent', async ({ page }) => {
  const sent = await countResets(page);
  const { section, password, confirmation, submit, alert, status } = await openSecurity(page);
  await submit.click();
  await expect(password).toBeFocused();
  await password.fill(another);
  await submit.click();
  await expect(confirmation).toBeFocused();
  expect(await section.locator('input:invalid').count()).toBe(1);
  await expect(alert).toHaveCount(0);
  await expect(status).toHaveText('');
  expect(sent()).toBe(0);
});

test('a password that is too long is refused, not cut to another one', async ({ page, expectedConsole }) => {
  expectedConsole.push(/The password was not updated/);
  const { password, confirmation, submit } = await openSecurity(page);
  const long = 'x'.repeat(300);
  await password.fill(long);
  await confirmation.fill(long);
  await submit.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'A password has at most 256 characters.' }),
  ).toBeVisible();
  await expect(password).toHaveValue(long);
});

test("a refused password stays, with the server's message", async ({ page, expectedConsole }) => {
  expectedConsole.push(logged);
  const { person, password, confirmation, submit, alert, status, fill } = await openSecurity(page);
  await fill('short');
  await submit.click();
  await expect(alert).toHaveText(`A password has at least ${limits.password.min} characters.`);
  await expect(submit).toBeFocused();
  await expect(password).toHaveValue('short');
  await expect(confirmation).toHaveValue('short');
  expect(await takes(page, person.email, demoPassword)).toBe(true);
  await expectAccessible(page);
  await fill(another);
  await submit.click();
  await expect(status).toHaveText(updated);
  await expect(alert).toHaveCount(0);
});

test("a user who may only read gets the server's words", async ({ page, expectedConsole }) => {
  expectedConsole.push(logged);
  const { submit, alert, fill } = await openSecurity(page, { scopes: { read: true } });
  await fill(another);
  const answered = answerOf(page, 'ResetPassword');
  await submit.click();
  const { errors } = await (await answered).json();
  expect(errors[0].extensions.code).toBe('FORBIDDEN');
  await expect(alert).toHaveText(errors[0].message);
});

const withoutId = 'Password update failed.';
const answer = (json: object) => (route: Route) => route.fulfill({ json });

for (const { name, console, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: 'Something went wrong.' })),
  { name: 'the API says why', console: [], handle: refuse('Not today.'), text: 'Not today.' },
  { name: 'the API has no words for it', console: [], handle: refuse(''), text: withoutId },
  {
    name: 'the answer has no record',
    console: [],
    handle: answer({ data: { updateMyProfile: null } }),
    text: withoutId,
  },
  {
    name: 'the answer has no id',
    console: [],
    handle: answer({ data: { updateMyProfile: {} } }),
    text: withoutId,
  },
  { name: 'the answer has no data', console: [], handle: answer({ data: null }), text: withoutId },
]) {
  test(`if ${name}, it says '${text}', what was typed stays, and it can be tried again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, logged);
    const { password, confirmation, submit, alert, status, fill } = await openSecurity(page);
    const recover = await interceptOperation(page, 'ResetPassword', handle);
    await fill(another);
    await submit.click();
    await expect(alert).toHaveText(text);
    await expect(submit).toBeFocused();
    await expect(password).toHaveValue(another);
    await expect(confirmation).toHaveValue(another);
    await expectAccessible(page);
    await recover();
    await page.keyboard.press('Enter');
    await expect(status).toHaveText(updated);
    await expect(alert).toHaveCount(0);
  });
}

test('a call that is never answered fails in time', async ({ page, expectedConsole }) => {
  expectedConsole.push(logged);
  await page.clock.install();
  const { submit, alert, fill, password } = await openSecurity(page);
  await interceptOperation(page, 'ResetPassword', async () => undefined);
  await fill(another);
  const asked = callOf(page, 'ResetPassword');
  await submit.click();
  await asked;
  await page.clock.runFor(limits.patience + 1);
  await expect(alert).toHaveText('Something went wrong.');
  await expect(password).toHaveValue(another);
});

test('a double press and Enter send once, and the button says so meanwhile', async ({ page }) => {
  const { confirmation, submit, status, fill } = await openSecurity(page);
  const { held, release } = latch();
  let sent = 0;
  await interceptOperation(page, 'ResetPassword', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await fill(another);
  await submit.dblclick();
  await expect(submit).toHaveText('Resetting...');
  await expect(submit).toBeDisabled();
  await confirmation.press('Enter');
  await confirmation.press('Enter');
  await expectAccessible(page);
  release();
  await expect(status).toHaveText(updated);
  await expect(submit).toHaveText('Reset Password');
  expect(sent).toBe(1);
});

test('a session that ended because another one changed the password leaves the page', async ({
  page,
  context,
}) => {
  const { person } = await openSecurity(page);
  const elsewhere = await requestToken(page, person.email);
  await ask(
    page,
    'mutation Elsewhere($password: String) { updateMyProfile(password: $password) { id } }',
    { password: another },
    elsewhere,
  );
  await page.reload();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toBeVisible();
  const blank = await context.newPage();
  await openBlank(blank);
  expect(await storedToken(blank)).toBeNull();
});
