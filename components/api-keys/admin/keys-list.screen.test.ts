import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatDate } from '@/lib/format/date';
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
import { offersIn, utcDay } from '@/testing/screens/pages/keys';
import { createPerson, openOwnAccount } from '@/testing/screens/people';

const userFilter = () => page.css('select[name=user]');
const statusFilter = () => page.css('select[name=status]');
const empty = () => page.getByText('No API keys found.', { exact: true });

test('an account without keys says that it loads, then what a key is for', async () => {
  const release = holdOperation('AccountKeys');
  await openAdmin('/apikeys', 'admin@initech.test');
  await expect.poll(() => document.title).toMatch(/^API Keys/);
  await expect.element(said('Loading API keys...')).toBeVisible();
  await expectAccessible();
  release();
  await expect.element(empty()).toBeVisible();
  await expect
    .element(page.getByText('Programs sign in with an API key instead of a password.'))
    .toBeVisible();
  await expect.element(createButton()).toBeVisible();
  await expectAccessible();
});

test('each key shows whose it is, what it may do, whether it works and why, and what can be done', async () => {
  const owner = await createPerson({ first_name: null, last_name: null });
  const { keys } = await openKeysOf(['Plain', 'Retired', 'Ended'], owner);
  const [, gone, ended] = keys;
  if (gone) await doWith('revokeAPIKey', gone);
  await makeKeyFor(owner, { name: 'Soon', expires_at: utcDay(3), scopes: { read: true } });
  // The server refuses a past day: this one's expiry is put into the past on its way to the page.
  interceptOperation(
    'AccountKeys',
    changeResponse((data: { listAPIKeys: { id: string }[] }) => {
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
    'Expires↑',
    'Created↓',
    'Last Used↑',
    'Actions',
  ]);
  await expect.element(said('4 keys, newest first')).toBeVisible();
  await expect.element(row('Plain').getByRole('rowheader')).toMatchTextContent(owner.id);
  expect(textsOf(row('Plain').getByRole('cell'))).toEqual([
    'read, write',
    'Active',
    'Never',
    expect.stringMatching(/^\w{3} \d+, \d{4} (just now|1 minute ago)$/),
    'Never',
    expect.stringMatching(/^Rotate/),
  ]);
  await expect.element(row('Soon').getByRole('cell').nth(1)).toHaveTextContent('Expires soon');
  await expect.element(row('Soon').getByRole('cell').nth(2)).toMatchTextContent('in 3 days');
  expect(await offersIn(row('Retired'))).toEqual(['Reactivate', 'Rename', 'Delete']);
  await expect.element(row('Ended').getByRole('cell').nth(1)).toHaveTextContent('Expired');
  await expect
    .element(row('Ended').getByRole('cell').nth(2))
    .toMatchTextContent(`${formatDate(String(Date.parse(utcDay(-1)) - 1))} `);
  expect(await offersIn(row('Ended'))).toEqual(['Delete']);
  await expectAccessible();

  await ask('mutation Stop($id: ID!) { disableUser(id: $id) { id } }', { id: owner.id });
  await reload();
  await expect.element(row('Plain')).toMatchTextContent("Doesn't work while its user is disabled");
  await expect.element(row('Retired')).not.toMatchTextContent("Doesn't work");
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
  await act('Robot', 'Revoke');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(empty()).toBeVisible();
  await expect.element(heading()).toHaveFocus();
});

test('keys are searched by name, owner and last characters, and sorted, in the address', async () => {
  const { admin } = await openOwnAccount();
  await signIn(admin.email);
  await makeKeyFor(admin, { name: 'Beta', expires_at: utcDay(30) });
  const { apiKey } = await makeKeyFor(admin, { name: 'alpha' });
  await goto('/dashboard/admin/apikeys');
  const search = page.css('input[name=search]');
  const sort = page.css('select[name=sort]');
  const names = () => textsOf(rows().getByRole('rowheader').css('bdi:nth-of-type(2)'));
  await expect.poll(names).toEqual(['alpha', 'Beta']);
  await search.fill('BETA');
  await expect.poll(names).toEqual(['Beta']);
  await search.fill(apiKey.hint.slice(-4));
  await expect.poll(names).toContain('alpha');
  await search.fill('uma reyes');
  await expect.poll(names).toEqual(['alpha', 'Beta']);
  await sort.selectOptions('Name, Z to A');
  await expect.poll(names).toEqual(['Beta', 'alpha']);
  await expect.poll(() => location.search).toBe('?search=uma+reyes&sort=-name');
  await page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click();
  await expect.poll(() => location.search).toBe('?search=uma+reyes&sort=expires');
  await reload();
  await expect.poll(names).toEqual(['Beta', 'alpha']);
  await search.fill('nobody');
  await expect.element(empty()).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(rows()).toHaveLength(2);
  expect(location.search).toBe('?sort=expires');
});

test('an admin renames a key of another user', async () => {
  await openKeysOf(['Robot']);
  await act('Robot', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename API Key' });
  await expect.element(dialog).toMatchTextContent(/Robot sy_live_….{4} of Pat Person, never used\./);
  await dialog.css('[name=name]').fill('Night shift');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(said('API key renamed.')).toBeVisible();
  await expect.element(row('Night shift')).toBeVisible();
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
  history.back();
  await expect.element(said('Keys 21 to 23, newest first')).toBeVisible();
  expect(location.search).toMatch(/&page=2&after=key_/);
  await reload();
  await expect.element(rows()).toHaveLength(3);
});

test('no page of it scrolls sideways, however long the names', async () => {
  const owner = await createPerson({ first_name: 'N'.repeat(120), last_name: 'M'.repeat(120) });
  await openKeysOf(['w'.repeat(80)], owner);
  const box = page.getByRole('table', { name: 'API keys of the account' });
  for (const width of [320, 375, 768, 1024, 1440, 2560]) {
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
  await act('w'.repeat(80), 'Revoke');
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
      .toHaveTextContent("API keys couldn't be loaded.");
    await expectAccessible();
    recover();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('Robot')).toMatchTextContent(`${owner.first_name} ${owner.last_name}`);
    await expect.element(heading()).toHaveFocus();
  });
}
