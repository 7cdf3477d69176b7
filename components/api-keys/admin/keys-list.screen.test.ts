import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatDate } from '@/lib/format/date';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  changeAnswer,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize, signIn } from '@/testing/screens/open-screen';
import {
  act,
  createButton,
  doWith,
  heading,
  makeKeyFor,
  openKeysOf,
  row,
  rows,
  said,
} from '@/testing/screens/pages/admin-keys-page';
import { openAdmin, sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { utcDay } from '@/testing/screens/pages/keys';
import { createPerson, openOwnAccount } from '@/testing/screens/people';

const userFilter = () => page.css('select[name=user]');
const statusFilter = () => page.css('select[name=status]');
const empty = () => page.getByText('No API keys found.', { exact: true });
const buttons = (name: string) => textsOf(row(name).getByRole('button'));

test('an account without keys says that it loads, then what a key is for', async () => {
  const release = holdOperation('AccountKeys');
  await openAdmin('/apikeys', 'admin@initech.test');
  await expect.poll(() => document.title).toMatch(/^API Keys/);
  await expect.element(said('Loading API keys...')).toBeVisible();
  await expectAccessible();
  release();
  await expect.element(empty()).toBeVisible();
  await expect.element(page.getByText('A program signs in with a key instead of a password.')).toBeVisible();
  await expect.element(createButton()).toBeVisible();
  await expectAccessible();
});

test('each key tells whose it is, what it may do, whether it works and why, and what can be done', async () => {
  const owner = await createPerson({ first_name: null, last_name: null });
  const { keys } = await openKeysOf(['Plain', 'Retired', 'Ended'], owner);
  const [, gone, ended] = keys;
  if (gone) await doWith('revokeAPIKey', gone);
  await makeKeyFor(owner, { name: 'Soon', expires_at: utcDay(3), scopes: { read: true } });
  // The server refuses a past day: this one's expiry is put into the past on its way to the page.
  interceptOperation(
    'AccountKeys',
    changeAnswer((data: { listAPIKeys: { id: string }[] }) => {
      for (const key of data.listAPIKeys) {
        if (key.id === ended?.apiKey.id)
          Object.assign(key, { status: 'EXPIRED', expires_at: String(Date.parse(utcDay(-1))) });
      }
    }),
  );
  await reload();
  await expect.element(rows()).toHaveLength(4);
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'User',
    'Scopes',
    'Status',
    'Expires',
    'Last Used',
    'Actions',
  ]);
  await expect.element(said('4 keys, newest first')).toBeVisible();
  await expect.element(row('Plain').getByRole('rowheader')).toHaveTextContent(owner.id);
  expect(textsOf(row('Plain').getByRole('cell'))).toEqual([
    'read, write',
    expect.stringMatching(/^Active\s*never expires$/),
    'Never',
    'Never',
    expect.stringMatching(/Revoke.*Rotate.*Edit/),
  ]);
  await expect
    .element(row('Soon').getByRole('cell').nth(1))
    .toHaveText(new RegExp(`^Expires soon\\s*in 3 days, on ${formatDate(utcDay(3))}$`));
  await expect.element(row('Soon').getByRole('cell').nth(2)).toHaveTextContent('23:59 UTC');
  expect(buttons('Retired')).toEqual([
    expect.stringMatching(/^Reactivate/),
    expect.stringMatching(/^Delete/),
  ]);
  await expect
    .element(row('Ended').getByRole('cell').nth(1))
    .toHaveText(new RegExp(`^Expired\\s*on ${formatDate(String(Date.parse(utcDay(-1)) - 1))}$`));
  await expect.element(row('Ended').getByRole('cell').last()).toHaveTextContent('Expired');
  expect(buttons('Ended')).toEqual([expect.stringMatching(/^Delete/)]);
  await expectAccessible();

  await ask('mutation Stop($id: ID!) { disableUser(id: $id) { id } }', { id: owner.id });
  await reload();
  await expect.element(row('Plain')).toHaveTextContent("Doesn't work while its user is disabled");
  await expect.element(row('Retired')).not.toHaveTextContent('Does not work');
});

test('filters by user and status are in the address, and go back with it', async () => {
  // Without filters the list holds the whole account, so no other test may add keys to it.
  const { admin } = await openOwnAccount();
  await signIn(admin.email);
  await makeKeyFor(admin, { name: 'Kept' });
  await doWith('revokeAPIKey', await makeKeyFor(admin, { name: 'Retired' }));
  await goto(`/dashboard/admin/apikeys?user=${admin.id}`);
  await expect.element(rows()).toHaveLength(2);
  await expect.element(userFilter()).toHaveValue(admin.id);
  await statusFilter().selectOptions('Revoked');
  await expect.element(rows()).toHaveLength(1);
  await expect.element(row('Retired')).toBeVisible();
  await expect.poll(() => location.search).toBe(`?user=${admin.id}&status=revoked`);
  await reload();
  await expect.element(row('Retired')).toBeVisible();
  await expect.element(rows()).toHaveLength(1);
  await statusFilter().selectOptions('Expired');
  await expect.element(empty()).toBeVisible();
  await expectAccessible();
  history.back();
  await expect.element(statusFilter()).toHaveValue('REVOKED');
  await expect.element(row('Retired')).toBeVisible();
  await statusFilter().selectOptions('Expired');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(userFilter()).toHaveValue('');
  await expect.poll(() => location.pathname + location.search).toMatch(/\/apikeys$/);
  await expect.element(heading()).toHaveFocus();
  await expect.element(row('Kept')).toBeVisible();
});

test('a key that leaves the list by what was done takes the focus to the title', async () => {
  await openKeysOf(['Robot']);
  await statusFilter().selectOptions('Active');
  await expect.element(rows()).toHaveLength(1);
  await act('Robot', 'Revoke').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(empty()).toBeVisible();
  await expect.element(heading()).toHaveFocus();
});

test('keys come in pages of twenty', async () => {
  const { owner } = await openKeysOf([]);
  const calls = Array.from(
    { length: 23 },
    (_, index) => `k${index}: createAPIKey(userId: "${owner.id}") { rawKey }`,
  );
  await ask(`mutation { ${calls.join('\n')} }`);
  await reload();
  await expect.element(said('Keys 1 to 20, newest first')).toBeVisible();
  await expect.element(rows()).toHaveLength(20);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(said('Keys 21 to 23, newest first')).toBeVisible();
  await expect.element(rows()).toHaveLength(3);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.element(rows()).toHaveLength(20);
});

test('no page of it scrolls sideways, however long the names', async () => {
  const owner = await createPerson({ first_name: 'N'.repeat(120), last_name: 'M'.repeat(120) });
  await openKeysOf(['w'.repeat(80)], owner);
  const box = page.getByRole('region', { name: 'API keys of the account' });
  for (const width of [360, 375, 768, 1024, 1440]) {
    await resize(width, 900);
    await expect.poll(sidewaysScroll).toBeLessThanOrEqual(0);
    await expect
      .poll(() => {
        const { scrollWidth, clientWidth } = box.element();
        return scrollWidth - clientWidth;
      })
      .toBe(0);
  }
  await resize(375, 900);
  await expectAccessible();
  await act('w'.repeat(80), 'Revoke').click();
  // Whole: the ratio of fractions of a pixel falls just short of 1.
  await expect.element(page.getByRole('alertdialog')).toBeInViewport({ ratio: 0.999 });
  await expectAccessible();
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, the list says so, and tries again`, async () => {
    expectConsole(/A list of APIKey couldn't be loaded/);
    const { owner } = await openKeysOf(['Robot']);
    const recover = interceptOperation('AccountKeys', handle);
    await reload();
    await expect
      .element(page.getByRole('alert').filter({ hasText: /./ }))
      .toHaveText("API keys couldn't be loaded.");
    await expectAccessible();
    recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('Robot')).toHaveTextContent(`${owner.first_name} ${owner.last_name}`);
    await expect.element(heading()).toHaveFocus();
  });
}
