import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { acceptEmail, emailEndpoint, failedSends, heldBack, interceptEmail } from '@/e2e/intercept-email';
import { limits } from '@/lib/config/limits';

const refusal = 'Please provide a valid name, email, and message.';
const failure = 'Failed to send message. Please try again.';
const ada = { name: 'Ada Byron', email: 'ada@example.com', message: 'Hello, is anybody there?' };

async function openForm(page: Page) {
  await page.goto('/contact');
  const main = page.getByRole('main');
  return {
    main,
    name: main.getByRole('textbox', { name: 'Name' }),
    email: main.getByRole('textbox', { name: 'Email' }),
    message: main.getByRole('textbox', { name: 'Message' }),
    submit: main.locator('button[type=submit]'),
    alert: main.getByRole('alert'),
    thanks: main.getByRole('heading', { name: "Thanks! We'll follow up soon." }),
    another: main.getByRole('button', { name: 'Send another message' }),
  };
}

type Form = Awaited<ReturnType<typeof openForm>>;

async function fill(form: Form, { name, email, message }: typeof ada) {
  await form.name.fill(name);
  await form.email.fill(email);
  await form.message.fill(message);
}

test('a message is written and sent by keyboard alone, and another one after it', async ({ page }) => {
  const form = await openForm(page);
  await expect(page).toHaveTitle(/^Contact Us/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
  await expectAccessible(page);
  const answered = page.waitForResponse(emailEndpoint);
  const message = `Written at ${Date.now()}.`;
  await form.name.focus();
  await page.keyboard.type(ada.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ada.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(message);
  await page.keyboard.press('Tab');
  await expect(form.submit).toBeFocused();
  await page.keyboard.press('Enter');
  const response = await answered;
  expect([response.status(), await response.text()]).toEqual([200, 'OK']);
  expect(response.request().postDataJSON()).toMatchObject({
    template_params: { user_name: ada.name, user_email: ada.email, message, to_name: 'Support Team' },
  });
  await expect(form.thanks).toBeFocused();
  await expect(form.main.getByRole('status')).toHaveText('Thanks! We received your message.');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(form.another).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.name).toBeFocused();
  for (const field of [form.name, form.email, form.message]) await expect(field).toHaveValue('');
  await expect(form.main.getByRole('status')).toHaveText('');
});

for (const [what, wrong, field] of [
  ['an empty name', { name: '  ' }, 'name'],
  ['an address without a dot', { email: 'ada@example' }, 'email'],
  ['an address with a space', { email: 'a da@example.com' }, 'email'],
  ['an address with two @', { email: 'ada@b@example.com' }, 'email'],
  ['a message of four characters between spaces', { message: '   four   ' }, 'message'],
] as const) {
  test(`${what} is refused, marked and focused, and nothing is sent`, async ({ page }) => {
    const sent = await interceptEmail(page);
    const form = await openForm(page);
    await fill(form, { ...ada, ...wrong });
    await form.submit.click();
    await expect(form.alert).toHaveText(refusal);
    await expect(form[field]).toBeFocused();
    await expect(form[field]).toHaveAttribute('aria-invalid', 'true');
    await expect(form[field]).toHaveAccessibleDescription(/^Please /);
    await expect(form.main.locator('[aria-invalid=true]')).toHaveCount(1);
    await expect(form.submit).toBeEnabled();
    expect(sent).toEqual([]);
  });
}

test('an empty form marks all its fields, focuses the first, and is accessible', async ({ page }) => {
  const form = await openForm(page);
  await form.submit.click();
  await expect(form.alert).toHaveText(refusal);
  await expect(form.name).toBeFocused();
  await expect(form.main.locator('[aria-invalid=true]')).toHaveCount(3);
  await expectAccessible(page);
});

test('the shortest message, an unusual address and spaces around them are taken, trimmed', async ({
  page,
}) => {
  const sent = await interceptEmail(page);
  const form = await openForm(page);
  await fill(form, { name: '  Ada  ', email: ' ada+x@b.example.com ', message: '  12345\n' });
  await form.submit.click();
  await expect(form.thanks).toBeVisible();
  expect(sent).toEqual([
    expect.objectContaining({
      template_params: {
        user_name: 'Ada',
        user_email: 'ada+x@b.example.com',
        message: '12345',
        to_name: 'Support Team',
      },
    }),
  ]);
});

test('name and message end at their limits, and the message tells how much room is left', async ({
  page,
}) => {
  const { name, message } = limits.contact;
  const sent = await interceptEmail(page);
  const form = await openForm(page);
  await expect(form.name).toHaveAttribute('maxlength', String(name));
  await expect(form.message).toHaveAttribute('maxlength', String(message.max));
  await fill(form, { ...ada, name: 'n'.repeat(name + 10), message: 'm'.repeat(message.max - 501) });
  await expect(form.main.getByText('characters left')).toHaveCount(0);
  await form.message.press('End');
  await page.keyboard.type('m');
  await expect(form.message).toHaveAccessibleDescription('500 of 5,000 characters left');
  await form.message.fill('m'.repeat(message.max + 10));
  await form.submit.click();
  await expect(form.thanks).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.template_params).toMatchObject({
    user_name: 'n'.repeat(name),
    message: 'm'.repeat(message.max),
  });
});

test('a double press sends once, and the button says so meanwhile', async ({ page }) => {
  const { answer, release } = heldBack(acceptEmail);
  const sent = await interceptEmail(page, answer);
  const form = await openForm(page);
  await fill(form, ada);
  await form.submit.dblclick();
  await expect(form.submit).toHaveText('Sending...');
  await expect(form.submit).toBeDisabled();
  await expect(form.thanks).toHaveCount(0);
  await form.name.press('Enter');
  release();
  await expect(form.thanks).toBeVisible();
  expect(sent).toHaveLength(1);
});

for (const [what, answer] of failedSends) {
  test(`${what} is reported, keeps the form, is logged, and can be tried again`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/, /The e-mail was not sent/);
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('The e-mail was not sent'),
    );
    await interceptEmail(page, answer);
    const form = await openForm(page);
    await fill(form, ada);
    await form.submit.click();
    await expect(form.alert).toHaveText(failure);
    await logged;
    await expect(form.submit).toBeFocused();
    await expect(form.name).toHaveValue(ada.name);
    await expect(form.email).toHaveValue(ada.email);
    await expect(form.message).toHaveValue(ada.message);
    await expectAccessible(page);

    await page.unroute(emailEndpoint);
    const second = heldBack(acceptEmail);
    await interceptEmail(page, second.answer);
    await form.submit.click();
    await expect(form.submit).toHaveText('Sending...');
    await expect(form.alert).toHaveCount(0);
    second.release();
    await expect(form.thanks).toBeVisible();
  });
}

test('a visitor who fills the honeypot is thanked, and nothing is sent', async ({ page }) => {
  const sent = await interceptEmail(page);
  const form = await openForm(page);
  const honeypot = form.main.locator('[name=company]');
  await expect(honeypot).toHaveAttribute('tabindex', '-1');
  // A browser fills what it takes for the name of a company.
  await expect(honeypot).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.locator('label', { has: page.locator('[name=company]') })).toHaveText(
    'Leave this field empty',
  );
  await expect(honeypot).not.toBeInViewport();
  await expect(form.main.getByRole('textbox')).toHaveCount(3);
  await fill(form, ada);
  await honeypot.evaluate((input: HTMLInputElement) => {
    input.value = ' Bots Inc. ';
  });
  await form.submit.click();
  await expect(form.thanks).toBeVisible();
  await form.another.click();
  for (const field of [form.name, form.email, form.message, honeypot]) await expect(field).toHaveValue('');
  expect(sent).toEqual([]);
});

test('a honeypot of spaces only is no machine', async ({ page }) => {
  const sent = await interceptEmail(page);
  const form = await openForm(page);
  await fill(form, ada);
  await form.main.locator('[name=company]').evaluate((input: HTMLInputElement) => {
    input.value = '   ';
  });
  await form.submit.click();
  await expect(form.thanks).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a visitor who only reads downloads neither the rules nor the email client', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  const loaded = async () => (await Promise.all(scripts)).join('\n');
  await interceptEmail(page);
  const form = await openForm(page);
  expect(await loaded()).not.toContain(refusal);
  expect(await loaded()).not.toContain('/api/v1.0/email/send');
  await fill(form, ada);
  await form.submit.click();
  await expect(form.thanks).toBeVisible();
  expect(await loaded()).toContain(refusal);
  expect(await loaded()).toContain('/api/v1.0/email/send');
});

test('on a phone the page fits, in every state', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await interceptEmail(page);
  const form = await openForm(page);
  const expectFits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectFits();
  await form.submit.click();
  await expect(form.alert).toBeVisible();
  await expectFits();
  await fill(form, ada);
  await form.submit.click();
  await expect(form.thanks).toBeVisible();
  await expectFits();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the form says what it needs', async ({ page }) => {
    await page.goto('/contact');
    const note = page.getByRole('main').locator('noscript p');
    await expect(note).toHaveText('Sending a message needs JavaScript.');
    await expect(note).toBeVisible();
    await expect(page.getByRole('main').locator('button[type=submit]')).toBeHidden();
  });
});

test('a send that is never answered fails in time, and what was written stays', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/e-mail was not sent/);
  await page.clock.install();
  const form = await openForm(page);
  await page.route(emailEndpoint, () => undefined);
  await fill(form, ada);
  const asked = page.waitForRequest(emailEndpoint);
  await form.submit.click();
  await asked;
  await page.clock.runFor(limits.patience + 1);
  await expect(form.alert).toHaveText(failure);
  await expect(form.message).toHaveValue(ada.message);
  await expect(form.submit).toBeEnabled();
});
