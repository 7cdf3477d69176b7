import { expect, test, vi } from 'vitest';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  holdOperation,
  interceptOperation,
  noNetwork,
  refuse,
} from '@/testing/screens/intercept-operation';
import { goto, reload, resize } from '@/testing/screens/open-screen';
import { sidewaysScroll, textsOf } from '@/testing/screens/pages/admin-page';
import { emails, list, openUsers, row, rows, said, title } from '@/testing/screens/pages/users-page';
import { press } from '@/testing/screens/press';

const people = [
  { first_name: 'Zoë', last_name: 'Quist', scopes: { read: true } },
  { first_name: 'Ada', last_name: 'Moss', role: 'ADMIN' as const },
  { first_name: 'Émile', last_name: 'Moss', scopes: {} },
];

const search = () => list().css('[name=search]');
const address = () => location.pathname + location.search;

test('each user has address, name, role, true scopes, status and day', async () => {
  const { admin, made } = await openUsers(people);
  await expect.element(said('4 users')).toBeVisible();
  const texts = [
    [made[0]?.email, /Zoë Quist.*Developer.*read.*Active/s],
    [made[1]?.email, /Ada Moss.*Admin.*read, write, admin.*Active/s],
    [made[2]?.email, /Émile Moss.*Developer.*none.*Active/s],
    [admin.email, /You.*Uma Reyes.*Admin.*read, write, admin.*Active.*just now/s],
  ] as const;
  for (const [email, text] of texts) await expect.element(row(email ?? '')).toMatchTextContent(text);
  await expectAccessible();
});

test('search, role, status and order narrow and sort on the server and are in the address', async () => {
  const { admin, made } = await openUsers(people);
  const [zoe, ada, emile] = made.map(({ email }) => email);
  const order = (...expected: (string | undefined)[]) =>
    expect.poll(() => textsOf(emails())).toEqual(expected);
  const header = (name: string) => list().getByRole('columnheader', { name });
  await header('Name').getByRole('button').click();
  await order(ada, emile, admin.email, zoe);
  await expect.element(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  await press(header('Name').getByRole('button'), '{Enter}');
  await order(zoe, admin.email, emile, ada);
  await expect.poll(address).toMatch(/\?sort=-name$/);

  await search().fill('EMILE moss');
  await order(emile);
  await expect.poll(address).toMatch(/search=EMILE\+moss/);
  history.back();
  await order(zoe, admin.email, emile, ada);
  await expect.element(search()).toHaveValue('');
  await list().css('[name=role_filter]').selectOptions('Admin');
  await order(admin.email, ada);
  await list().css('[name=status]').selectOptions('Disabled');
  await expect.element(list().getByText('No users found.', { exact: true })).toBeVisible();
  await reload();
  await expect.element(list().getByText('No users found.', { exact: true })).toBeVisible();
  await expect.element(list().css('[name=status]')).toHaveValue('DISABLED');
  await expectAccessible();
  await list().getByRole('button', { name: 'Show all users' }).click();
  await order(zoe, admin.email, emile, ada);
  await expect.element(title()).toHaveFocus();
});

test("an address with choices that there aren't is read as far as it makes sense", async () => {
  await openUsers([], '?role=king&status=toString&sort=-shoe&search=');
  await expect.element(said('1 user')).toBeVisible();
  await expect.element(list().css('[name=role_filter]')).toHaveValue('');
});

test('a list of more than 20 turns its pages, and another order begins at the first', async () => {
  const many = Array.from({ length: 24 }, (_, index) => ({
    first_name: `P${String(index).padStart(2, '0')}`,
  }));
  await openUsers(many, '?sort=name');
  await expect.element(said('Users 1 to 20')).toBeVisible();
  await expect.element(rows()).toHaveLength(20);
  const release = holdOperation('AdminUsers');
  await list().getByRole('button', { name: 'Next' }).click();
  await expect.element(said('Loading users...')).toBeVisible();
  release();
  await expect.element(said('Users 21 to 25')).toBeVisible();
  await expect.element(rows().first()).toMatchTextContent('P20');
  await list().getByRole('button', { name: 'Previous' }).click();
  await expect.element(rows().first()).toMatchTextContent('P00');
  await list().getByRole('button', { name: 'Next' }).click();
  await expect.element(rows()).toHaveLength(5);
  await list().getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect.element(rows().first()).toMatchTextContent('Uma');
  await expect.element(said('Users 1 to 20')).toBeVisible();
});

test('the page is in the address: Back, a reload and a link lead to it', async () => {
  const many = Array.from({ length: 44 }, (_, index) => ({
    first_name: `P${String(index).padStart(2, '0')}`,
  }));
  const { made } = await openUsers(many, '?sort=name');
  const button = (name: string) => list().getByRole('button', { name, exact: true });
  await button('Next').click();
  await expect.element(said('Users 21 to 40')).toBeVisible();
  await expect.poll(address).toMatch(`?sort=name&page=2&after=${made[19]?.id}`);
  await button('Next').click();
  await expect.element(said('Users 41 to 45')).toBeVisible();
  await reload();
  await expect.element(rows().first()).toMatchTextContent('P40');
  await expect.element(said('Users 41 to 45')).toBeVisible();
  history.back();
  await expect.element(said('Users 21 to 40')).toBeVisible();
  await expect.element(rows().first()).toMatchTextContent('P20');
  history.forward();
  await expect.element(said('Users 41 to 45')).toBeVisible();
  // The pages before it were turned before the reload.
  await button('Previous').click();
  await expect.element(said('Users 21 to 40')).toBeVisible();
  await expect.element(rows().first()).toMatchTextContent('P20');
  await button('Next').click();
  await expect.element(rows().first()).toMatchTextContent('P40');
  await button('Previous').click();
  await expect.element(rows().first()).toMatchTextContent('P20');
  await button('Previous').click();
  await expect.element(said('Users 1 to 20')).toBeVisible();
  await expect.poll(address).toMatch(/\?sort=name$/);
});

test('a link to a page that no longer exists leads to the first, one past the end to the last', async () => {
  const many = Array.from({ length: 21 }, (_, index) => ({
    first_name: `P${String(index).padStart(2, '0')}`,
  }));
  const { accountId, made } = await openUsers(many, '?sort=name&page=3&after=usr_gone');
  await expect.element(said('Users 1 to 20')).toBeVisible();
  await expect.poll(address).toMatch(/\?sort=name$/);
  await goto(`/dashboard/admin/users?sort=name&page=3&before=${made[5]?.id}`);
  await expect.element(said('Users 1 to 20')).toBeVisible();
  await goto('/dashboard/admin/users?sort=name&page=7');
  await expect.element(said('Users 1 to 20')).toBeVisible();
  const last = await ask<{ listUsers: { id: string }[] }>(
    'query Last($accountId: ID!) { listUsers(accountId: $accountId, sort: NAME) { id } }',
    { accountId },
  );
  await goto(`/dashboard/admin/users?sort=name&page=3&after=${last.listUsers.at(-1)?.id}`);
  await expect.element(said('Users 21 to 40')).toBeVisible();
  await expect.element(rows()).toHaveLength(20);
});

test('a filter chosen on a later page starts at its first', async () => {
  await openUsers(
    Array.from({ length: 22 }, (_, index) => ({ first_name: `P${index}` })),
    '?sort=name',
  );
  await list().getByRole('button', { name: 'Next' }).click();
  await expect.element(said('Users 21 to 23')).toBeVisible();
  await list().css('[name=role_filter]').selectOptions('Developer');
  await expect.element(said('Users 1 to 20')).toBeVisible();
  await expect.poll(address).toMatch(/\?sort=name&role=developer$/);
  history.back();
  await expect.element(said('Users 21 to 23')).toBeVisible();
});

test("a page that couldn't be loaded is the page that is tried again", async () => {
  expectConsole(/A list of User couldn't be loaded/);
  const many = Array.from({ length: 20 }, (_, index) => ({ first_name: `P${index}` }));
  await openUsers(many, '?sort=name');
  await expect.element(said('Users 1 to 20')).toBeVisible();
  const recover = interceptOperation('AdminUsers', noNetwork);
  await list().getByRole('button', { name: 'Next' }).click();
  await expect.element(list().getByRole('alert')).toHaveTextContent("Users couldn't be loaded.");
  recover();
  await list().getByRole('button', { name: 'Try again' }).click();
  await expect.element(said('Users 21 to 21')).toBeVisible();
});

test('going back undoes a search that was still being typed', async () => {
  await openUsers(people);
  await search().fill('moss');
  await expect.element(rows()).toHaveLength(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await search().fill('moss and more');
  history.back();
  await expect.element(search()).toHaveValue('');
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  await expect.poll(address).toMatch(/\/users$/);
  await expect.element(rows()).toHaveLength(4);
});

test('while it loads a skeleton takes its place', async () => {
  const release = holdOperation('AdminUsers');
  await openUsers();
  await expect.element(said('Loading users...')).toBeVisible();
  await expect.element(list().css('[data-skeleton]').first()).toBeVisible();
  await expectAccessible();
  release();
  await expect.element(said('1 user')).toBeVisible();
  await expect.element(list().css('[data-skeleton]')).not.toBeInTheDocument();
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('Not today.') }]) {
  test(`if ${name}, it says so, and can be tried again`, async () => {
    expectConsole(/A list of User couldn't be loaded/);
    const recover = interceptOperation('AdminUsers', handle);
    await openUsers();
    await expect.element(list().getByRole('alert')).toHaveTextContent("Users couldn't be loaded.");
    await expectAccessible();
    recover();
    await list().getByRole('button', { name: 'Try again' }).click();
    await expect.element(rows()).toHaveLength(1);
    await expect.element(title()).toHaveFocus();
  });
}

test('it fits every width, with the longest words, and is sorted on a phone too', async () => {
  const long = { first_name: 'n'.repeat(120), last_name: 'm'.repeat(120) };
  const { made } = await openUsers([long]);
  await expect.element(rows()).toHaveLength(2);
  for (const width of [360, 768, 1024, 1440, 2560]) {
    await resize(width, 900);
    expect(sidewaysScroll(), `${width} px`).toBeLessThanOrEqual(0);
  }
  await resize(375, 800);
  await expectAccessible();
  await list().css('[name=sort]').selectOptions('Name, A to Z');
  await expect.element(emails().first()).toHaveTextContent(made[0]?.email ?? '');
  await expect.poll(address).toMatch(/sort=name/);
});
