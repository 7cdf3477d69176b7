import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brand } from '@/lib/config/brand';
import { demoPassword } from '@/lib/config/demo';
import { ask } from '@/testing/screens/ask';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import { countCalls, interceptOperation, latch } from '@/testing/screens/intercept-operation';
import { reload } from '@/testing/screens/open-screen';
import { another, openSecurity, updated } from '@/testing/screens/pages/security-page';
import { focus, press } from '@/testing/screens/press';
import { requestToken } from '@/testing/screens/request-token';

test('a new password by keyboard alone is stored, confirmed, cleared, and ends only the other sessions', async () => {
  const { person, password, confirmation, submit, status } = await openSecurity();
  const elsewhere = (await requestToken(person.email)) ?? '';
  focus(password);
  await userEvent.keyboard(another);
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(confirmation).toHaveFocus();
  await userEvent.keyboard(another);
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toHaveTextContent(updated);
  await expect.element(password).toHaveValue('');
  await expect.element(confirmation).toHaveValue('');
  await expectAccessible();
  expect(await requestToken(person.email, another)).not.toBeNull();
  expect(await requestToken(person.email, demoPassword)).toBeNull();
  const id = '{ me { id } }';
  expect(await ask(id, {}, elsewhere)).toEqual({ me: null });
  expect(await ask(id)).toEqual({ me: { id: person.id } });
  // The focus didn't get lost with the button disabled.
  await press(submit, '{Enter}');
  await expect.element(password).toHaveFocus();
});

test('the form identifies its account to password managers, and states the password rules', async () => {
  const { person, section, password, confirmation } = await openSecurity();
  for (const [field, name] of [
    [password, 'password'],
    [confirmation, 'confirm_password'],
  ] as const) {
    await expect.element(field).toHaveAttribute('name', name);
    await expect.element(field).toHaveAttribute('autocomplete', 'new-password');
    await expect.element(field).toHaveAttribute('type', 'password');
    await expect.element(field).toHaveAttribute('required', '');
    // No rule on length but the server's.
    await expect.element(field).not.toHaveAttribute('minlength');
  }
  await expect.element(password).toHaveAccessibleDescription('8 to 256 characters. Your other sessions end.');
  const username = section.css('[autocomplete=username]');
  await expect.element(username).toHaveValue(person.email);
  await expect.element(username).toHaveAttribute('aria-hidden', 'true');
  await expect.element(username).toHaveAttribute('tabindex', '-1');
  await expect
    .element(section.getByText('MFA and social login are coming soon.', { exact: true }))
    .toBeVisible();
});

test("passwords that differ, be it by a letter's case or a space, aren't sent", async () => {
  const sent = countCalls('ResetPassword');
  const { password, confirmation, submit, alert, fill } = await openSecurity();
  for (const different of ['Another-password', 'another-password ', 'x']) {
    await fill(another, different);
    await submit.click();
    await expect.element(alert).toHaveTextContent('Passwords do not match.');
    await expect.element(confirmation).toHaveFocus();
    await expect.element(confirmation).toHaveAttribute('aria-invalid', 'true');
    await expect.element(password).toHaveValue(another);
    await expect.element(confirmation).toHaveValue(different);
  }
  await expectAccessible();
  expect(sent.count).toBe(0);
});

test('an empty field is named, marked, and focused, nothing is sent, and typing clears the mark', async () => {
  const sent = countCalls('ResetPassword');
  const { section, password, confirmation, submit, alert, status } = await openSecurity();
  const marked = section.css('input[aria-invalid=true]');
  await submit.click();
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription(/^Enter a new password\./);
  await expect.element(confirmation).toHaveAccessibleDescription('Enter the new password again.');
  expect(marked.elements()).toHaveLength(2);
  await expectAccessible();
  await password.fill(another);
  await expect.element(password).not.toHaveAttribute('aria-invalid');
  await submit.click();
  await expect.element(confirmation).toHaveFocus();
  expect(marked.elements()).toHaveLength(1);
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(status).toHaveTextContent('');
  expect(sent.count).toBe(0);
});

test('a double press and Enter send once, and the button shows that it is sending', async () => {
  const { confirmation, submit, status, fill } = await openSecurity();
  const { held, release } = latch();
  let sent = 0;
  interceptOperation('ResetPassword', async ({ send }) => {
    sent += 1;
    await held;
    return send();
  });
  await fill(another);
  await submit.dblClick();
  await expect.element(submit).toHaveTextContent('Resetting...');
  await expect.element(submit).toBeDisabled();
  await press(confirmation, '{Enter}');
  await press(confirmation, '{Enter}');
  await expectAccessible();
  release();
  await expect.element(status).toHaveTextContent(updated);
  await expect.element(submit).toHaveTextContent('Reset Password');
  expect(sent).toBe(1);
});

test('a session that ended because another one changed the password leaves the page', async () => {
  const { person } = await openSecurity();
  const elsewhere = (await requestToken(person.email)) ?? '';
  await ask(
    'mutation Elsewhere($password: String) { updateMyProfile(password: $password) { id } }',
    { password: another },
    elsewhere,
  );
  await reload();
  await expect.poll(() => location.pathname).toBe('/');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).not.toBeInTheDocument();
  expect(localStorage.getItem(brand.sessionKey)).toBeNull();
});
