import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '@/lib/config/limits';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { acceptEmail, failedSends, holdResponse, interceptEmail } from '@/testing/screens/intercept-email';
import { interceptRequest } from '@/testing/screens/intercept-request';
import { goto, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll } from '@/testing/screens/pages/admin-page';
import { focus, press } from '@/testing/screens/press';

const refusal = 'Please provide a valid name, email, and message.';
const failure = 'Failed to send message. Please try again.';
const ada = { name: 'Ada Byron', email: 'ada@example.com', message: 'Hello, is anybody there?' };

async function openForm() {
  await goto('/contact');
  const main = page.getByRole('main');
  const form = {
    main,
    name: main.getByRole('textbox', { name: 'Name' }),
    email: main.getByRole('textbox', { name: 'Email' }),
    message: main.getByRole('textbox', { name: 'Message' }),
    honeypot: main.css('[name=company]'),
    submit: main.css('button[type=submit]'),
    alert: main.getByRole('alert'),
    thanks: main.getByRole('heading', { name: "Thanks! We'll follow up soon." }),
    another: main.getByRole('button', { name: 'Send another message' }),
  };
  await expect.element(form.name).toBeVisible();
  return form;
}

type Form = Awaited<ReturnType<typeof openForm>>;

async function fill(form: Form, { name, email, message }: typeof ada) {
  await form.name.fill(name);
  await form.email.fill(email);
  await form.message.fill(message);
}

function fillHoneypot({ honeypot }: Form, text: string) {
  (honeypot.element() as HTMLInputElement).value = text;
}

for (const [what, wrong, field] of [
  ['an empty name', { name: '  ' }, 'name'],
  ['an address without a dot', { email: 'ada@example' }, 'email'],
  ['an address with a space', { email: 'a da@example.com' }, 'email'],
  ['an address with two @', { email: 'ada@b@example.com' }, 'email'],
  ['a message of four characters between spaces', { message: '   four   ' }, 'message'],
] as const) {
  test(`${what} is refused, marked and focused, and nothing is sent`, async () => {
    const sent = interceptEmail();
    const form = await openForm();
    await fill(form, { ...ada, ...wrong });
    await form.submit.click();
    await expect.element(form.alert).toHaveTextContent(refusal);
    await expect.element(form[field]).toHaveFocus();
    await expect.element(form[field]).toHaveAttribute('aria-invalid', 'true');
    await expect.element(form[field]).toHaveAccessibleDescription(/^(Enter|Write) /);
    await expect.element(form.main.css('[aria-invalid=true]')).toHaveLength(1);
    await expect.element(form.submit).toBeEnabled();
    expect(sent).toEqual([]);
  });
}

test('an empty form marks all its fields, focuses the first, and is accessible', async () => {
  const form = await openForm();
  await form.submit.click();
  await expect.element(form.alert).toHaveTextContent(refusal);
  await expect.element(form.name).toHaveFocus();
  await expect.element(form.main.css('[aria-invalid=true]')).toHaveLength(3);
  await expectAccessible();
});

test('the shortest message, an unusual address and spaces around them are taken, trimmed', async () => {
  const sent = interceptEmail();
  const form = await openForm();
  await fill(form, { name: '  Ada  ', email: ' ada+x@b.example.com ', message: '  12345\n' });
  await form.submit.click();
  await expect.element(form.thanks).toBeVisible();
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

test('name and message end at their limits, and the message shows how much room is left', async () => {
  const { name, message } = limits.contact;
  const sent = interceptEmail();
  const form = await openForm();
  await expect.element(form.name).toHaveAttribute('maxlength', String(name));
  await expect.element(form.message).toHaveAttribute('maxlength', String(message.max));
  await fill(form, { ...ada, name: 'n'.repeat(name + 10), message: 'm'.repeat(message.max - 501) });
  await expect.element(form.main.getByText('characters left')).not.toBeInTheDocument();
  await press(form.message, '{End}m');
  await expect.element(form.message).toHaveAccessibleDescription('500 of 5,000 characters left');
  await form.message.fill('m'.repeat(message.max + 10));
  await form.submit.click();
  await expect.element(form.thanks).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.template_params).toMatchObject({
    user_name: 'n'.repeat(name),
    message: 'm'.repeat(message.max),
  });
});

test('a double press sends once, and the button shows that it is sending', async () => {
  const { handle, release } = holdResponse(acceptEmail);
  const sent = interceptEmail(handle);
  const form = await openForm();
  await fill(form, ada);
  await form.submit.dblClick();
  await expect.element(form.submit).toHaveTextContent('Sending...');
  await expect.element(form.submit).toBeDisabled();
  await expect.element(form.thanks).not.toBeInTheDocument();
  await press(form.name, '{Enter}');
  release();
  await expect.element(form.thanks).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a visitor who has sent too much reads when to try again, next to the failure', async () => {
  expectConsole(/The email wasn't sent/);
  const refusal = 'Too Many Requests. Try again in 4 minutes.';
  interceptEmail(() => new Response(refusal, { status: 429 }));
  const form = await openForm();
  await fill(form, ada);
  await form.submit.click();
  await expect.element(form.alert).toHaveTextContent(failure);
  await expect.element(form.main.getByText('Try again in 4 minutes.', { exact: true })).toBeVisible();
});

for (const [what, handle] of failedSends) {
  test(`${what} is reported, keeps the form, is logged, and can be tried again`, async () => {
    expectConsole(/The email wasn't sent/);
    const warned = vi.spyOn(console, 'warn');
    interceptEmail(handle);
    const form = await openForm();
    await fill(form, ada);
    await form.submit.click();
    await expect.element(form.alert).toHaveTextContent(failure);
    expect(warned).toHaveBeenCalledWith("The email wasn't sent.", expect.anything());
    await expect.element(form.submit).toHaveFocus();
    await expect.element(form.name).toHaveValue(ada.name);
    await expect.element(form.email).toHaveValue(ada.email);
    await expect.element(form.message).toHaveValue(ada.message);
    await expectAccessible();

    const second = holdResponse(acceptEmail);
    interceptEmail(second.handle);
    await form.submit.click();
    await expect.element(form.submit).toHaveTextContent('Sending...');
    await expect.element(form.alert).not.toBeInTheDocument();
    second.release();
    await expect.element(form.thanks).toBeVisible();
  });
}

test('a visitor who fills the honeypot is thanked, and nothing is sent', async () => {
  const sent = interceptEmail();
  const form = await openForm();
  await expect.element(form.honeypot).toHaveAttribute('tabindex', '-1');
  // A browser fills what it takes for the name of a company.
  await expect.element(form.honeypot).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(page.css('label:has([name=company])')).toHaveTextContent('Leave this field empty');
  await expect.element(form.honeypot).not.toBeInViewport();
  await expect.element(form.main.getByRole('textbox')).toHaveLength(3);
  await fill(form, ada);
  fillHoneypot(form, ' Bots Inc. ');
  await form.submit.click();
  await expect.element(form.thanks).toBeVisible();
  await form.another.click();
  for (const field of [form.name, form.email, form.message, form.honeypot])
    await expect.element(field).toHaveValue('');
  expect(sent).toEqual([]);
});

test('a honeypot filled with spaces only is accepted', async () => {
  const sent = interceptEmail();
  const form = await openForm();
  await fill(form, ada);
  fillHoneypot(form, '   ');
  await form.submit.click();
  await expect.element(form.thanks).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('on a phone the page fits, in every state', async () => {
  await resize(360, 740);
  interceptEmail();
  const form = await openForm();
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
  await form.submit.click();
  await expect.element(form.alert).toBeVisible();
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
  await fill(form, ada);
  await form.submit.click();
  await expect.element(form.thanks).toBeVisible();
  expect(sidewaysScroll()).toBeLessThanOrEqual(0);
});

for (const [what, path] of [
  ['a send', '/api/v1.0/email/send'],
  ['the request for the settings', '/email-settings.json'],
] as const)
  test(`if ${what} never gets a response, the form fails in time, and written text stays`, async () => {
    expectConsole(/email wasn't sent/);
    let asked = 0;
    interceptRequest(path, () => {
      asked += 1;
      return new Promise<never>(() => {});
    });
    const form = await openForm();
    await fill(form, ada);
    focus(form.submit);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => asked).toBe(1);
    vi.advanceTimersByTime(limits.patience + 1);
    await expect.element(form.alert).toHaveTextContent(failure);
    await expect.element(form.message).toHaveValue(ada.message);
    await expect.element(form.submit).toBeEnabled();
  });
