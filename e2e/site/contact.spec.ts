import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { emailEndpoint, interceptEmail } from '@/e2e/intercept-email';

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

test('a refused send is reported on the page, keeps the form, and can be tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The email wasn't sent/);
  await page.route(emailEndpoint, (route) => route.fulfill({ status: 429, body: 'Too Many Requests' }));
  const form = await openForm(page);
  await fill(form, ada);
  await form.submit.click();
  await expect(form.alert).toHaveText(failure);
  await expect(form.message).toHaveValue(ada.message);
  await page.unroute(emailEndpoint);
  await interceptEmail(page);
  await form.submit.click();
  await expect(form.thanks).toBeVisible();
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
