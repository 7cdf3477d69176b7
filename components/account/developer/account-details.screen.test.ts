import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeResponse,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, resize, signIn } from '@/testing/screens/open-screen';
import { press } from '@/testing/screens/press';

const developer = 'dev@acme.test';
const operation = 'AccountDetails';
const failed = "Account details couldn't be loaded.";
const logged = /The account details couldn't be loaded/;

interface Account {
  id: string;
  account_name: string;
  account_plan_id: string;
  createdAt: string;
  plan: { plan_name: string };
}

const heading = page.getByRole('heading', { name: 'Account Details' });
const section = page.getByRole('region', { name: 'Account Details', exact: true });

/** The facts on the screen, by their names. */
function shownFacts(): Record<string, string> {
  const texts = (tag: string) =>
    section
      .css(tag)
      .elements()
      .map((element) => (element as HTMLElement).innerText);
  const values = texts('dd');
  return Object.fromEntries(texts('dt').map((name, index) => [name, values[index] ?? '']));
}

/** Responds with the server's record, changed. */
const changeAccount = (changes: object) =>
  interceptOperation(
    operation,
    changeResponse(({ getAccount }: { getAccount: object }) => Object.assign(getAccount, changes)),
  );

async function openSettings() {
  await signIn(developer);
  await goto('/dashboard/account');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

test("shows the API's own record, and copies the id", async () => {
  await openSettings();
  await expect.element(heading).toBeVisible();
  const { me } = await ask<{ me: { account_id: string } }>('{ me { account_id } }');
  const { getAccount } = await ask<{ getAccount: Account }>(
    'query Expected($id: ID!) { getAccount(id: $id) { id account_name account_plan_id createdAt plan { plan_name } } }',
    { id: me.account_id },
  );
  const facts = shownFacts();
  expect(Object.keys(facts)).toEqual(['Account Name', 'Account ID', 'Plan ID', 'Status', 'Created At']);
  expect(facts['Account Name']).toBe(getAccount.account_name);
  expect(facts['Account ID']).toContain(getAccount.id);
  expect(facts['Plan ID']).toContain(getAccount.account_plan_id);
  expect(facts['Plan ID']).toContain(getAccount.plan.plan_name);
  expect(facts.Status).toBe('Active');
  const day = new Date(Number(getAccount.createdAt)).toISOString().slice(0, 10);
  expect(facts['Created At']).toMatch(new RegExp(`^${day}\\s+\\S`));
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await section.getByRole('button', { name: 'Copy account ID' }).click();
  await expect.element(section.getByRole('status')).toHaveTextContent('Copied');
  expect(written.mock.calls).toEqual([[getAccount.id]]);
  await expectAccessible();
});

test('a canceled account says so, in a word', async () => {
  changeAccount({ status: 'CANCELED' });
  await openSettings();
  await expect.element(heading).toBeVisible();
  expect(shownFacts().Status).toBe('Canceled');
  await expectAccessible();
});

test('an invalid date says so, and a long name wraps', async () => {
  await resize(360, 740);
  changeAccount({ createdAt: 'soon', account_name: 'n'.repeat(120) });
  await openSettings();
  await expect.element(heading).toBeVisible();
  expect(shownFacts()['Created At']).toBe('Invalid Date');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('until it is loaded there is no heading but a block of its size', async () => {
  const release = holdOperation(operation);
  await openSettings();
  await expect.element(page.css('#account [data-skeleton]')).toBeVisible();
  await expect.element(heading).not.toBeInTheDocument();
  await expectAccessible();
  // The sections above settle first: they depend on other calls.
  await expect.element(page.css('#api-keys [data-skeleton]')).toHaveLength(0);
  await expect.element(page.css('#sessions [data-skeleton]')).toHaveLength(0);
  const top = () => page.getByRole('heading', { name: 'Preferences' }).element().getBoundingClientRect().y;
  const before = top();
  release();
  await expect.element(heading).toBeVisible();
  expect(Math.abs(top() - before)).toBeLessThan(8);
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, the section is hidden, which is logged, and can be tried again`, async () => {
    expectConsole(logged);
    const warn = vi.spyOn(console, 'warn');
    const warnings = () => warn.mock.calls.filter((words) => logged.test(String(words[0]))).length;
    const recover = interceptOperation(operation, handle);
    await openSettings();
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect.element(alert).toBeVisible();
    await expect.poll(warnings).toBe(1);
    await expect.element(heading).not.toBeInTheDocument();
    await expect.element(section).not.toBeInTheDocument();
    await expectAccessible();

    const again = page.css('#account').getByRole('button', { name: 'Try again' });
    await press(again, '{Enter}');
    await expect.poll(warnings).toBe(2);
    await expect.element(alert).toBeVisible();
    // Not lost: it is in the place of the button, and the next Tab leads there.
    await expect.element(page.css('div:has(> #account)')).toHaveFocus();
    await userEvent.tab();
    await expect.element(again).toHaveFocus();

    recover();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(section.getByRole('button', { name: 'Copy account ID' })).toHaveFocus();
  });
}
