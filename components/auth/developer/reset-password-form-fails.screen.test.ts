import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { demoPassword } from '@/lib/config/demo';
import { limits } from '@/lib/config/limits';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { callFailures, interceptOperation, refuse, responseTo } from '@/testing/screens/intercept-operation';
import { another, openSecurity, updated } from '@/testing/screens/pages/security-page';
import { requestToken } from '@/testing/screens/request-token';

const logged = /The password wasn't updated/;

test('a password that is too long is refused, not cut to another one', async () => {
  expectConsole(logged);
  const { password, submit, fill } = await openSecurity();
  const long = 'x'.repeat(300);
  await fill(long);
  await submit.click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'A password has at most 256 characters.' }))
    .toBeVisible();
  await expect.element(password).toHaveValue(long);
});

test("a refused password stays, with the server's message", async () => {
  expectConsole(logged);
  const { person, password, confirmation, submit, alert, status, fill } = await openSecurity();
  await fill('short');
  await submit.click();
  await expect.element(alert).toHaveTextContent(`A password has at least ${limits.password.min} characters.`);
  await expect.element(submit).toHaveFocus();
  await expect.element(password).toHaveValue('short');
  await expect.element(confirmation).toHaveValue('short');
  expect(await requestToken(person.email, demoPassword)).not.toBeNull();
  await expectAccessible();
  await fill(another);
  await submit.click();
  await expect.element(status).toHaveTextContent(updated);
  await expect.element(alert).not.toBeInTheDocument();
});

test("a user who may only read gets the server's words", async () => {
  expectConsole(logged);
  const { submit, alert, fill } = await openSecurity({ scopes: { read: true, write: false } });
  await fill(another);
  const answered = responseTo('ResetPassword');
  await submit.click();
  const { errors } = await answered;
  expect(errors[0]?.extensions.code).toBe('FORBIDDEN');
  await expect.element(alert).toHaveTextContent(errors[0]?.message ?? '');
});

const withoutId = 'Password update failed.';
const respondWith = (json: object) => () => Response.json(json);

for (const { name, handle, text } of [
  ...callFailures.map((failure) => ({ ...failure, text: 'Something went wrong.' })),
  { name: 'the API says why', handle: refuse('Not today.'), text: 'Not today.' },
  { name: 'the API has no words for it', handle: refuse(''), text: withoutId },
  {
    name: 'the answer has no record',
    handle: respondWith({ data: { updateMyProfile: null } }),
    text: withoutId,
  },
  { name: 'the answer has no id', handle: respondWith({ data: { updateMyProfile: {} } }), text: withoutId },
  { name: 'the answer has no data', handle: respondWith({ data: null }), text: withoutId },
]) {
  test(`if ${name}, it says '${text}', what was typed stays, and it can be tried again`, async () => {
    expectConsole(logged);
    const { password, confirmation, submit, alert, status, fill } = await openSecurity();
    const recover = interceptOperation('ResetPassword', handle);
    await fill(another);
    await submit.click();
    await expect.element(alert).toHaveTextContent(text);
    await expect.element(submit).toHaveFocus();
    await expect.element(password).toHaveValue(another);
    await expect.element(confirmation).toHaveValue(another);
    await expectAccessible();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(status).toHaveTextContent(updated);
    await expect.element(alert).not.toBeInTheDocument();
  });
}

test('a call without a response fails in time', async () => {
  expectConsole(logged);
  const { submit, alert, fill, password } = await openSecurity();
  const timeouts: { delay: number; expire: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((delay) => {
    const timer = new AbortController();
    timeouts.push({ delay, expire: () => timer.abort(new DOMException('Timed out.', 'TimeoutError')) });
    return timer.signal;
  });
  let asked = false;
  interceptOperation('ResetPassword', () => {
    asked = true;
    return new Promise<never>(() => {});
  });
  await fill(another);
  await submit.click();
  await expect.poll(() => asked).toBe(true);
  expect(timeouts.map(({ delay }) => delay)).toEqual([limits.patience]);
  timeouts[0]?.expire();
  await expect.element(alert).toHaveTextContent('Something went wrong.');
  await expect.element(password).toHaveValue(another);
});
