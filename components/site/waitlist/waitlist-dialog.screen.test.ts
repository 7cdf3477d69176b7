import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '@/lib/config/limits';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  acceptEmail,
  failedSends,
  holdResponse,
  interceptEmail,
  loseEmail,
} from '@/testing/screens/intercept-email';
import { goto, resize } from '@/testing/screens/open-screen';

const failure = 'Submission failed. Please try again.';
const success = "You're on the list! We'll reach out soon.";

const triggers = () => page.getByRole('main').getByRole('button', { name: 'Join Waitlist' });

function dialogForm() {
  const dialog = page.getByRole('dialog', { name: 'Join the Alpha Waitlist' });
  return {
    dialog,
    name: dialog.getByRole('textbox', { name: 'Name' }),
    email: dialog.getByRole('textbox', { name: 'Email' }),
    company: dialog.getByRole('textbox', { name: 'Company (optional)' }),
    useCase: dialog.getByRole('textbox', { name: 'Use case (optional)' }),
    plan: dialog.getByRole('combobox', { name: 'Plan' }),
    submit: dialog.css('button[type=submit]'),
    close: dialog.getByRole('button', { name: 'Close' }),
    alert: dialog.getByRole('alert'),
    status: dialog.getByRole('status'),
  };
}

async function openDialog() {
  await goto('/');
  await triggers().first().click();
  const form = dialogForm();
  await expect.element(form.name).toHaveFocus();
  return form;
}

async function fillRequired({ name, email }: ReturnType<typeof dialogForm>) {
  await name.fill('Ada Byron');
  await email.fill('ada@example.com');
}

async function closeByEscape({ dialog }: ReturnType<typeof dialogForm>) {
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
}

test('company and use case may stay empty, and the plan is Starter unless another one is chosen', async () => {
  const sent = interceptEmail();
  const form = await openDialog();
  await fillRequired(form);
  await form.submit.click();
  await expect.element(form.status).toHaveTextContent(success);
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

test('the plans are four names, and the price of the chosen one is next to it', async () => {
  const { plan } = await openDialog();
  const options = [...(plan.element() as HTMLSelectElement).options].map(({ text }) => text);
  expect(options).toEqual(['Basic', 'Starter', 'Pro', 'Enterprise']);
  const prices = 'Basic $0 · Starter $29 · Pro $99 · Enterprise $499';
  await expect
    .element(plan)
    .toHaveAccessibleDescription(`$29 per month for 10,000 executions, then $0.01 each. ${prices}`);
  await plan.selectOptions('Enterprise');
  await expect
    .element(plan)
    .toHaveAccessibleDescription(`$499 per month, with no limit on executions. ${prices}`);
});

test('each field carries its name and ends at its limit', async () => {
  const { dialog } = await openDialog();
  const { name, company, useCase } = limits.waitlist;
  for (const [field, limit] of [
    ['name', name],
    ['email', limits.email.max],
    ['company', company],
    ['use_case', useCase],
  ] as const)
    await expect.element(dialog.css(`[name=${field}]`)).toHaveAttribute('maxlength', String(limit));
  await expect.element(dialog.css('select[name=plan]')).toHaveLength(1);
  await expect.element(dialog.css('[name=email]')).toHaveAttribute('type', 'email');
});

test('an empty form names what is missing, focuses the first, and sends nothing', async () => {
  const sent = interceptEmail();
  const form = await openDialog();
  await form.submit.click();
  await expect.element(form.name).toHaveFocus();
  await expect.element(form.name).toHaveAccessibleDescription('Enter your name.');
  await expect.element(form.email).toHaveAccessibleDescription('Enter a valid email address.');
  await expect.element(form.dialog.css('[aria-invalid=true]')).toHaveLength(2);
  await expectAccessible();
  expect(sent).toEqual([]);
});

for (const address of ['ada', 'ada@', 'a da@example.com', 'ada@exa mple.com']) {
  test(`the address "${address}" is refused`, async () => {
    const sent = interceptEmail();
    const form = await openDialog();
    await form.name.fill('Ada');
    await form.email.fill(address);
    await form.submit.click();
    await expect.element(form.email).toHaveFocus();
    await expect.element(form.email).toHaveAttribute('aria-invalid', 'true');
    await expect.element(form.dialog.css('[aria-invalid=true]')).toHaveLength(1);
    expect(sent).toEqual([]);
  });
}

test('a double press sends once, and the button shows that it is sending', async () => {
  const { handle, release } = holdResponse(acceptEmail);
  const sent = interceptEmail(handle);
  const form = await openDialog();
  await fillRequired(form);
  await form.submit.dblClick();
  await expect.element(form.submit).toHaveTextContent('Submitting...');
  await expect.element(form.submit).toBeDisabled();
  await expect.element(form.status).toHaveTextContent('');
  release();
  await expect.element(form.status).toHaveTextContent(success);
  expect(sent).toHaveLength(1);
});

test('a visitor who has sent too much reads when to try again, next to the failure', async () => {
  expectConsole(/The email wasn't sent/);
  const refusal = 'Too Many Requests. Try again in 4 minutes.';
  interceptEmail(() => new Response(refusal, { status: 429 }));
  const form = await openDialog();
  await fillRequired(form);
  await form.submit.click();
  await expect.element(form.alert).toHaveTextContent(failure);
  await expect.element(form.dialog.getByText('Try again in 4 minutes.', { exact: true })).toBeVisible();
});

for (const [what, handle] of failedSends) {
  test(`${what} is reported, keeps the form, is logged, and can be tried again`, async () => {
    expectConsole(/The email wasn't sent/);
    const warned = vi.spyOn(console, 'warn');
    interceptEmail(handle);
    const form = await openDialog();
    await fillRequired(form);
    await form.useCase.fill('Notes');
    await form.plan.selectOptions('Pro');
    await form.submit.click();
    await expect.element(form.alert).toHaveTextContent(failure);
    expect(warned).toHaveBeenCalledWith("The email wasn't sent.", expect.anything());
    await expect.element(form.submit).toHaveFocus();
    await expectAccessible();

    await closeByEscape(form);
    await triggers().first().click();
    await expect.element(form.name).toHaveValue('Ada Byron');
    await expect.element(form.email).toHaveValue('ada@example.com');
    await expect.element(form.useCase).toHaveValue('Notes');
    await expect.element(form.plan).toHaveValue('Pro');

    const second = holdResponse(acceptEmail);
    interceptEmail(second.handle);
    await form.submit.click();
    await expect.element(form.submit).toHaveTextContent('Submitting...');
    await expect.element(form.alert).not.toBeInTheDocument();
    second.release();
    await expect.element(form.status).toHaveTextContent(success);
  });
}

test('a refused form clears the failure of before', async () => {
  expectConsole(/The email wasn't sent/);
  interceptEmail(loseEmail);
  const form = await openDialog();
  await fillRequired(form);
  await form.submit.click();
  await expect.element(form.alert).toHaveTextContent(failure);
  await form.name.fill('');
  await form.submit.click();
  await expect.element(form.name).toHaveFocus();
  await expect.element(form.alert).not.toBeInTheDocument();
});

test('after a success the form starts clean', async () => {
  interceptEmail();
  const form = await openDialog();
  await fillRequired(form);
  await form.plan.selectOptions('Enterprise');
  await form.submit.click();
  await expect.element(form.status).toHaveTextContent(success);
  await form.close.click();
  await expect.element(form.dialog).not.toBeInTheDocument();
  await triggers().first().click();
  await expect.element(form.name).toHaveFocus();
  for (const field of [form.name, form.email, form.company, form.useCase])
    await expect.element(field).toHaveValue('');
  await expect.element(form.plan).toHaveValue('Starter');
  await expect.element(form.status).toHaveTextContent('');
});

test('closed while it sends, the dialog shows the outcome when it is opened again', async () => {
  expectConsole(/The email wasn't sent/);
  const form = await openDialog();
  await fillRequired(form);
  for (const [handle, outcome] of [
    [loseEmail, form.alert.getByText(failure)],
    [acceptEmail, form.status.getByText(success)],
  ] as const) {
    const sending = holdResponse(handle);
    interceptEmail(sending.handle);
    await form.submit.click();
    await expect.element(form.submit).toHaveTextContent('Submitting...');
    await closeByEscape(form);
    await triggers().first().click();
    await expect.element(form.submit).toHaveTextContent('Submitting...');
    await expect.element(form.email).toHaveValue('ada@example.com');
    await closeByEscape(form);
    sending.release();
    await triggers().first().click();
    await expect.element(outcome).toBeVisible();
  }
});

test('both buttons open the dialog, and each gets the focus back', async () => {
  await goto('/');
  await expect.element(triggers()).toHaveLength(2);
  const form = dialogForm();
  for (const index of [0, 1]) {
    const trigger = triggers().nth(index);
    await trigger.click();
    await expect.element(form.name).toHaveFocus();
    await closeByEscape(form);
    await expect.element(trigger).toHaveFocus();
    await trigger.click();
    await form.close.click();
    await expect.element(form.dialog).not.toBeInTheDocument();
    await expect.element(trigger).toHaveFocus();
  }
});

test('on a phone the dialog fits, and all of it can be reached', async () => {
  await resize(360, 560);
  interceptEmail();
  const form = await openDialog();
  const { left, right } = form.dialog.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(360);
  await fillRequired(form);
  form.close.element().scrollIntoView();
  await expect.element(form.close).toBeInViewport({ ratio: 1 });
  await form.submit.click();
  await expect.element(form.status).toHaveTextContent(success);
});
