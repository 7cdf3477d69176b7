import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { sidewaysScroll } from './admin-page';
import { emails, list, openUsers, row, rows, said, title } from './users-page';

const people = [
  { first_name: 'Zoë', last_name: 'Quist', scopes: { read: true } },
  { first_name: 'Ada', last_name: 'Moss', role: 'ADMIN' },
  { first_name: 'Émile', last_name: 'Moss', scopes: {} },
];

test('each user has address, name, role, true scopes, status and day', async ({ page }) => {
  const { admin, made } = await openUsers(page, people);
  await expect(said(page, '4 users')).toBeVisible();
  const texts = [
    [made[0]?.email, /Zoë Quist.*Developer.*read.*Active/s],
    [made[1]?.email, /Ada Moss.*Admin.*read, write, admin.*Active/s],
    [made[2]?.email, /Émile Moss.*Developer.*none.*Active/s],
    [admin.email, /You.*Uma Reyes.*Admin.*read, write, admin.*Active.*just now/s],
  ] as const;
  for (const [email, text] of texts) await expect(row(page, email ?? '')).toContainText(text);
  await expectAccessible(page);
});

test('search, role, status and order narrow and sort on the server and are in the address', async ({
  page,
}) => {
  const { admin, made } = await openUsers(page, people);
  const [zoe, ada, emile] = made.map(({ email }) => email);
  const order = (...expected: (string | undefined)[]) =>
    expect(emails(page)).toHaveText(expected as string[]);
  const header = (name: string) => list(page).getByRole('columnheader', { name });
  await header('Name').getByRole('button').click();
  await order(ada, emile, admin.email, zoe);
  await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
  await header('Name').getByRole('button').press('Enter');
  await order(zoe, admin.email, emile, ada);
  await expect(page).toHaveURL(/\?sort=-name$/);

  await list(page).locator('[name=search]').fill('EMILE moss');
  await order(emile);
  await expect(page).toHaveURL(/search=EMILE\+moss/);
  await page.goBack();
  await order(zoe, admin.email, emile, ada);
  await expect(list(page).locator('[name=search]')).toHaveValue('');
  await list(page).locator('[name=role_filter]').selectOption('Admin');
  await order(admin.email, ada);
  await list(page).locator('[name=status]').selectOption('Disabled');
  await expect(list(page).getByText('No users found.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(list(page).getByText('No users found.', { exact: true })).toBeVisible();
  await expect(list(page).locator('[name=status]')).toHaveValue('DISABLED');
  await expectAccessible(page);
  await list(page).getByRole('button', { name: 'Show all users' }).click();
  await order(zoe, admin.email, emile, ada);
  await expect(title(page)).toBeFocused();
});

test('an address with choices that there are not is read as far as it makes sense', async ({ page }) => {
  await openUsers(page, [], '?role=king&status=toString&sort=-shoe&search=');
  await expect(said(page, '1 user')).toBeVisible();
  await expect(list(page).locator('[name=role_filter]')).toHaveValue('');
});

test('a list of more than 20 turns its pages, and another order begins at the first', async ({ page }) => {
  const many = Array.from({ length: 24 }, (_, index) => ({
    first_name: `P${String(index).padStart(2, '0')}`,
  }));
  await openUsers(page, many, '?sort=name');
  await expect(said(page, 'Users 1 to 20')).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  const release = await holdOperation(page, 'AdminUsers');
  await list(page).getByRole('button', { name: 'Next' }).click();
  await expect(said(page, 'Loading users...')).toBeVisible();
  release();
  await expect(said(page, 'Users 21 to 25')).toBeVisible();
  await expect(rows(page).first()).toContainText('P20');
  await list(page).getByRole('button', { name: 'Previous' }).click();
  await expect(rows(page).first()).toContainText('P00');
  await list(page).getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(5);
  await list(page).getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(rows(page).first()).toContainText('Uma');
  await expect(said(page, 'Users 1 to 20')).toBeVisible();
});

test('a page that could not be loaded is the one that is tried again', async ({ page, expectedConsole }) => {
  const [failure] = callFailures;
  expectedConsole.push(...failure.console, /A list of User could not be loaded/);
  const many = Array.from({ length: 20 }, (_, index) => ({ first_name: `P${index}` }));
  await openUsers(page, many, '?sort=name');
  await expect(said(page, 'Users 1 to 20')).toBeVisible();
  const recover = await interceptOperation(page, 'AdminUsers', failure.handle);
  await list(page).getByRole('button', { name: 'Next' }).click();
  await expect(list(page).getByRole('alert')).toHaveText('Users could not be loaded.');
  await recover();
  await list(page).getByRole('button', { name: 'Try again' }).click();
  await expect(said(page, 'Users 21 to 21')).toBeVisible();
});

test('going back undoes a search that was still being typed', async ({ page }) => {
  await page.clock.install();
  await openUsers(page, people);
  const search = list(page).locator('[name=search]');
  await search.fill('moss');
  await expect(rows(page)).toHaveCount(2);
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.fill('moss and more');
  await page.goBack();
  await expect(search).toHaveValue('');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/\/users$/);
  await expect(rows(page)).toHaveCount(4);
});

test('while it loads a skeleton takes its place', async ({ page }) => {
  const release = await holdOperation(page, 'AdminUsers');
  await openUsers(page);
  await expect(said(page, 'Loading users...')).toBeVisible();
  await expect(list(page).locator('[data-skeleton]').first()).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(said(page, '1 user')).toBeVisible();
  await expect(list(page).locator('[data-skeleton]')).toHaveCount(0);
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('Not today.') },
]) {
  test(`if ${name}, it says so, and can be tried again`, async ({ page, expectedConsole }) => {
    expectedConsole.push(...console, /A list of User could not be loaded/);
    const recover = await interceptOperation(page, 'AdminUsers', handle);
    await openUsers(page);
    await expect(list(page).getByRole('alert')).toHaveText('Users could not be loaded.');
    await expectAccessible(page);
    await recover();
    await list(page).getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(title(page)).toBeFocused();
  });
}

test('it fits every width, with the longest words, and is sorted on a phone too', async ({ page }) => {
  const long = { first_name: 'n'.repeat(120), last_name: 'm'.repeat(120) };
  const { made } = await openUsers(page, [long]);
  await expect(rows(page)).toHaveCount(2);
  for (const width of [360, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 375, height: 800 });
  await expectAccessible(page);
  await list(page).locator('[name=sort]').selectOption('Name, A to Z');
  await expect(emails(page).first()).toHaveText(made[0]?.email ?? '');
  await expect(page).toHaveURL(/sort=name/);
});
