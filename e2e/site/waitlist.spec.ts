import type { Page, Route } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { acceptEmail, emailEndpoint, failedSends, heldBack, interceptEmail } from '@/e2e/intercept-email';
import { limits } from '@/lib/config/limits';

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

async function fillRequired({ name, email }: ReturnType<typeof formOf>) {
  await name.fill('Ada Byron');
  await email.fill('ada@example.com');
}

test('someone joins by keyboard alone, and the site itself receives it', async ({ page }) => {
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

test('company and use case may stay empty, and the plan is Starter unless another one is chosen', async ({
  page,
}) => {
  const sent = await interceptEmail(page);
  const form = await openDialog(page);
  await fillRequired(form);
  await form.submit.click();
  await expect(form.status).toHaveText(success);
  expect(sent).toEqual([
    expect.objectContaining({
      template_params: {
        user_name: 'Ada Byron',
        user_email: 'ada@example.com',
        company: '',
        use_case: '',
        plan: 'Starter',
      },
    }),
  ]);
});

test('each field carries its name and ends at its limit', async ({ page }) => {
  const { dialog } = await openDialog(page);
  const { name, company, useCase } = limits.waitlist;
  for (const [field, limit] of [
    ['name', name],
    ['email', limits.email.max],
    ['company', company],
    ['use_case', useCase],
  ] as const)
    await expect(dialog.locator(`[name=${field}]`)).toHaveAttribute('maxlength', String(limit));
  await expect(dialog.locator('select[name=plan]')).toHaveCount(1);
  await expect(dialog.locator('[name=email]')).toHaveAttribute('type', 'email');
});

test('an empty form names what is missing, focuses the first, and sends nothing', async ({ page }) => {
  const sent = await interceptEmail(page);
  const form = await openDialog(page);
  await form.submit.click();
  await expect(form.name).toBeFocused();
  await expect(form.name).toHaveAccessibleDescription('Please enter your name.');
  await expect(form.email).toHaveAccessibleDescription('Please enter a valid e-mail address.');
  await expect(form.dialog.locator('[aria-invalid=true]')).toHaveCount(2);
  await expectAccessible(page);
  expect(sent).toEqual([]);
});

for (const address of ['ada', 'ada@', 'a da@example.com', 'ada@exa mple.com']) {
  test(`the address "${address}" is refused`, async ({ page }) => {
    const sent = await interceptEmail(page);
    const form = await openDialog(page);
    await form.name.fill('Ada');
    await form.email.fill(address);
    await form.submit.click();
    await expect(form.email).toBeFocused();
    await expect(form.email).toHaveAttribute('aria-invalid', 'true');
    await expect(form.dialog.locator('[aria-invalid=true]')).toHaveCount(1);
    expect(sent).toEqual([]);
  });
}

test('a double press sends once, and the button says so meanwhile', async ({ page }) => {
  const { answer, release } = heldBack(acceptEmail);
  const sent = await interceptEmail(page, answer);
  const form = await openDialog(page);
  await fillRequired(form);
  await form.submit.dblclick();
  await expect(form.submit).toHaveText('Submitting...');
  await expect(form.submit).toBeDisabled();
  await expect(form.status).toHaveText('');
  release();
  await expect(form.status).toHaveText(success);
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
    const form = await openDialog(page);
    await fillRequired(form);
    await form.useCase.fill('Notes');
    await form.plan.selectOption('Pro');
    await form.submit.click();
    await expect(form.alert).toHaveText(failure);
    await logged;
    await expect(form.submit).toBeFocused();
    await expectAccessible(page);

    await page.keyboard.press('Escape');
    await expect(form.dialog).toHaveCount(0);
    await triggers(page).first().click();
    await expect(form.name).toHaveValue('Ada Byron');
    await expect(form.email).toHaveValue('ada@example.com');
    await expect(form.useCase).toHaveValue('Notes');
    await expect(form.plan).toHaveValue('Pro');

    await page.unroute(emailEndpoint);
    const second = heldBack(acceptEmail);
    await interceptEmail(page, second.answer);
    await form.submit.click();
    await expect(form.submit).toHaveText('Submitting...');
    await expect(form.alert).toHaveCount(0);
    second.release();
    await expect(form.status).toHaveText(success);
  });
}

test('a refused form clears the failure of before', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /The e-mail was not sent/);
  await interceptEmail(page, (route) => route.abort());
  const form = await openDialog(page);
  await fillRequired(form);
  await form.submit.click();
  await expect(form.alert).toHaveText(failure);
  await form.name.fill('');
  await form.submit.click();
  await expect(form.name).toBeFocused();
  await expect(form.alert).toHaveCount(0);
});

test('after a success the form starts clean', async ({ page }) => {
  await interceptEmail(page);
  const form = await openDialog(page);
  await fillRequired(form);
  await form.plan.selectOption('Enterprise');
  await form.submit.click();
  await expect(form.status).toHaveText(success);
  await form.close.click();
  await expect(form.dialog).toHaveCount(0);
  await triggers(page).first().click();
  await expect(form.name).toBeFocused();
  for (const field of [form.name, form.email, form.company, form.useCase])
    await expect(field).toHaveValue('');
  await expect(form.plan).toHaveValue('Starter');
  await expect(form.status).toHaveText('');
});

test('closed while it sends, the dialog tells the outcome when it is opened again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /The e-mail was not sent/);
  const form = await openDialog(page);
  await fillRequired(form);
  for (const [answer, ended, outcome] of [
    [
      (route: Route) => route.abort(),
      () => page.waitForEvent('requestfailed'),
      form.alert.getByText(failure),
    ],
    [acceptEmail, () => page.waitForResponse(emailEndpoint), form.status.getByText(success)],
  ] as const) {
    const sending = heldBack(answer);
    await interceptEmail(page, sending.answer);
    await form.submit.click();
    await expect(form.submit).toHaveText('Submitting...');
    await page.keyboard.press('Escape');
    await expect(form.dialog).toHaveCount(0);
    await triggers(page).first().click();
    await expect(form.submit).toHaveText('Submitting...');
    await expect(form.email).toHaveValue('ada@example.com');
    await page.keyboard.press('Escape');
    await expect(form.dialog).toHaveCount(0);
    const answered = ended();
    sending.release();
    await answered;
    await triggers(page).first().click();
    await expect(outcome).toBeVisible();
    await page.unroute(emailEndpoint);
  }
});

test('both buttons open the dialog, and each gets the focus back', async ({ page }) => {
  await page.goto('/');
  await expect(triggers(page)).toHaveCount(2);
  const form = formOf(page);
  for (const index of [0, 1]) {
    const trigger = triggers(page).nth(index);
    await trigger.click();
    await expect(form.name).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form.dialog).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await trigger.click();
    await form.close.click();
    await expect(form.dialog).toHaveCount(0);
    await expect(trigger).toBeFocused();
  }
});

test('a visitor downloads nothing of the dialog before reaching for it', async ({ page }) => {
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

test('a dialog that did not arrive is requested again', async ({ page, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/);
  await page.goto('/');
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await triggers(page).first().click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText('Could not reach the server. Please try again.');
  await page.unroute('**/_next/static/chunks/**');
  await triggers(page).first().click();
  await expect(formOf(page).name).toBeFocused();
  await expect(alert).toHaveCount(0);
});

test('on a phone the dialog fits, and all of it can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 560 });
  await interceptEmail(page);
  const form = await openDialog(page);
  const box = await form.dialog.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  await fillRequired(form);
  await form.close.scrollIntoViewIfNeeded();
  await expect(form.close).toBeInViewport({ ratio: 1 });
  await form.submit.click();
  await expect(form.status).toHaveText(success);
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
