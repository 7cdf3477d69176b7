import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  interceptOperation,
  refuse,
  responseTo,
  watchOperation,
} from '@/testing/screens/intercept-operation';
import { resize } from '@/testing/screens/open-screen';
import { openProfile, storedProfile, updated } from '@/testing/screens/pages/profile-page';

const failed = 'Failed to update profile.';

for (const address of ['', 'nobody', 'no@body', 'two@at@b.example.com']) {
  test(`the address '${address}' is refused at its field, and nothing is sent`, async () => {
    const sent = watchOperation('UpdateProfile');
    const { email, submit, status } = await openProfile();
    await submit.click();
    await expect.element(status).toBeVisible();
    await email.fill(address);
    await submit.click();
    await expect.element(email).toHaveAccessibleDescription('Enter a valid email address.');
    await expect.element(email).toHaveFocus();
    await expect.element(email).toHaveAttribute('aria-invalid', 'true');
    // This submit clears the previous one's message.
    await expect.element(status).not.toBeInTheDocument();
    await expect.element(submit).toBeEnabled();
    expect(sent).toHaveLength(1);
    await expectAccessible();
  });
}

test("the server's first message is shown, and what was typed stays", async () => {
  expectConsole(/Failed to update profile/);
  const { person, email, firstName, submit, alert } = await openProfile();
  await firstName.fill('Ada');
  await email.fill('admin@globex.test');
  await submit.click();
  await expect.element(alert).toHaveTextContent('A user with this email already exists.');
  await expect.element(submit).toHaveFocus();
  await expect.element(email).toHaveValue('admin@globex.test');
  await expect.element(firstName).toHaveValue('Ada');
  expect(await storedProfile()).toMatchObject({ email: person.email, first_name: 'Pat' });
  await expectAccessible();
});

test("a user who may only read gets the server's words", async () => {
  expectConsole(/Failed to update profile/);
  const { firstName, submit, alert } = await openProfile({ scopes: { read: true, write: false } });
  await firstName.fill('Ada');
  const answered = responseTo('UpdateProfile');
  await submit.click();
  const { errors } = await answered;
  expect(errors[0]?.extensions.code).toBe('FORBIDDEN');
  await expect.element(alert).toHaveTextContent(errors[0]?.message ?? '');
  await expect.element(firstName).toHaveValue('Ada');
});

for (const { name, handle } of [
  ...callFailures,
  { name: 'the API has no words for it', handle: refuse('') },
  {
    name: 'the answer has no record',
    handle: () => Response.json({ data: { updateMyProfile: null } }),
  },
]) {
  test(`if ${name}, the form says so, what was typed stays, and it can be tried again`, async () => {
    expectConsole(/Failed to update profile/);
    const { firstName, submit, alert, status } = await openProfile();
    const recover = interceptOperation('UpdateProfile', handle);
    await firstName.fill('Ada');
    await submit.click();
    await expect.element(alert).toHaveTextContent(failed);
    await expect.element(submit).toHaveFocus();
    await expect.element(firstName).toHaveValue('Ada');
    await expectAccessible();
    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(status).toHaveTextContent(updated);
    await expect.element(alert).not.toBeInTheDocument();
    expect(await storedProfile()).toMatchObject({ first_name: 'Ada' });
  });
}

test('the screen fits every width, with its longest words too', async () => {
  expectConsole(/Failed to update profile/);
  const { firstName, submit, alert } = await openProfile();
  interceptOperation('UpdateProfile', refuse(`No ${'unbroken'.repeat(30)}`));
  await firstName.fill('n'.repeat(120));
  await submit.click();
  await expect.element(alert).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Account Details' })).toBeVisible();
  for (const width of [360, 768, 1024, 1440, 2560]) {
    await resize(width, 900);
    expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
  }
});
