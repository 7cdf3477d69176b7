import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { emailEndpoint, interceptEmail } from '@/e2e/intercept-email';
import { keepLineBusy } from '@/e2e/slow-line';

const failure = 'Submission failed. Please try again.';
const success = "You're on the list! We'll reach out soon.";

const triggers = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Join Waitlist' });

function formOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Join the Alpha Waitlist' });
  return {
    dialog,
    name: dialog.getByRole('textbox', { name: 'Name' }),
    email: dialog.getByRole('textbox', { name: 'Email' }),
    company: dialog.getByRole('textbox', { name: 'Company (optional)' }),
    useCase: dialog.getByRole('textbox', { name: 'Use case (optional)' }),
    plan: dialog.getByRole('combobox', { name: 'Plan' }),
    submit: dialog.locator('button[type=submit]'),
    close: dialog.getByRole('button', { name: 'Close' }),
    alert: dialog.getByRole('alert'),
    status: dialog.getByRole('status'),
  };
}

async function openDialog(page: Page) {
  await page.goto('/');
  await triggers(page).first().click();
  const form = formOf(page);
  await expect(form.name).toBeFocused();
  return form;
}

test('on a phone, the menu of every public page opens the waitlist too, and gets the focus back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto('/contact');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('banner').getByRole('button', { name: 'Join Waitlist' }).click();
  const form = formOf(page);
  await expect(form.name).toBeFocused();
  await form.close.click();
  await expect(form.dialog).toBeHidden();
  await expect(menu).toBeFocused();
});

test('a visitor joins by keyboard alone, and the site itself receives it', async ({ page }) => {
  await page.goto('/');
  await triggers(page).first().focus();
  await page.keyboard.press('Enter');
  const form = formOf(page);
  await expect(form.name).toBeFocused();
  await expect(form.dialog).toHaveAccessibleDescription(
    /notified when the alpha is available.*shape the platform/,
  );
  await expect(form.plan).toHaveValue('Starter');
  await expect(form.plan.getByRole('option')).toHaveText(['Basic', 'Starter', 'Pro', 'Enterprise']);
  await expectAccessible(page);

  const company = `Engines ${Date.now()}`;
  const answered = page.waitForResponse(emailEndpoint);
  for (const text of ['Ada Byron', 'ada@example.com', company, 'Notes on notes.', 'Pro']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(form.submit).toBeFocused();
  await page.keyboard.press('Enter');
  const response = await answered;
  expect([response.status(), await response.text()]).toEqual([200, 'OK']);
  expect(response.request().postDataJSON().template_params).toEqual({
    user_name: 'Ada Byron',
    user_email: 'ada@example.com',
    company,
    use_case: 'Notes on notes.',
    plan: 'Pro',
  });
  await expect(form.status).toHaveText(success);
  await expect(form.close).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(form.dialog).toHaveCount(0);
  await expect(triggers(page).first()).toBeFocused();
});

test('a send without a network is reported on the page, keeps the form, and can be tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The email wasn't sent/);
  await page.route(emailEndpoint, (route) => route.abort());
  const form = await openDialog(page);
  await form.name.fill('Ada Byron');
  await form.email.fill('ada@example.com');
  await form.submit.click();
  await expect(form.alert).toHaveText(failure);
  await expect(form.name).toHaveValue('Ada Byron');
  await page.unroute(emailEndpoint);
  await interceptEmail(page);
  await form.submit.click();
  await expect(form.status).toHaveText(success);
});

test('a visitor downloads nothing of the dialog before reaching for it, or the line is idle', async ({
  page,
}) => {
  await keepLineBusy(page);
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  const loaded = async () => (await Promise.all(scripts)).join('\n');
  await page.goto('/');
  await expect(triggers(page).first()).toBeVisible();
  expect(await loaded()).not.toContain('Join the Alpha Waitlist');
  expect(await loaded()).not.toContain('/api/v1.0/email/send');
  await triggers(page).first().click();
  await expect(formOf(page).dialog).toBeVisible();
  expect(await loaded()).toContain('Join the Alpha Waitlist');
});

test("a dialog that didn't arrive is requested again", async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await keepLineBusy(page);
  await page.goto('/');
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await triggers(page).first().click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText("Couldn't reach the server. Try again.");
  await page.unroute('**/_next/static/chunks/**');
  await triggers(page).first().click();
  await expect(formOf(page).name).toBeFocused();
  await expect(alert).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the page says what joining needs, instead of a dead button', async ({ page }) => {
    await page.goto('/');
    const notes = page.getByRole('main').locator('noscript');
    await expect(notes).toHaveText(Array(2).fill('Joining the waitlist needs JavaScript.'), {
      useInnerText: true,
    });
    await expect(notes.first()).toBeVisible();
    await expect(triggers(page)).toHaveCount(0);
  });
});
