import { expect, test } from 'vitest';
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
import { resize } from '@/testing/screens/open-screen';
import { actIn, menuIn, offersIn, utcDay } from '@/testing/screens/pages/keys';
import {
  banner,
  confirmation,
  createOnPage,
  DAY,
  empty,
  makeKey,
  openSettings,
  ownerOf,
  row,
  rows,
  said,
  section,
  signInPerson,
  title,
} from '@/testing/screens/pages/my-keys-page';
import { press } from '@/testing/screens/press';

test('the list says that it is loading, then that there are no keys and what one is for', async () => {
  await signInPerson();
  const release = holdOperation('MyApiKeys');
  await openSettings();
  await expect.element(said('Loading API keys...')).toBeVisible();
  await expectAccessible();
  release();
  await expect.element(empty).toBeVisible();
  await expect
    .element(section)
    .toMatchTextContent('Programs sign in with an API key instead of your password.');
  await expect.element(section.getByText('Loading API keys...')).not.toBeInTheDocument();
  await expect.element(section.getByRole('table')).not.toBeInTheDocument();
  await expectAccessible();
});

test('the list says of each key whether it works and why', async () => {
  await signInPerson();
  const { apiKey: plain } = await makeKey(null);
  const used = await makeKey('Used key');
  await ownerOf(used.rawKey);
  await makeKey('Lasting key', utcDay(14));
  await makeKey('Ending key', utcDay(3));
  const { apiKey: revoked } = await makeKey('Revoked key');
  await ask('mutation Revoke($id: ID!) { revokeAPIKey(id: $id) { id } }', { id: revoked.id });
  const { apiKey: expired } = await makeKey('Expired key', utcDay(0));
  // The server refuses a past day: this one's is put two days back on its way to the page.
  interceptOperation(
    'MyApiKeys',
    changeResponse((data: { myApiKeys: { id: string; status: string; expires_at: string }[] }) => {
      for (const key of data.myApiKeys) {
        if (key.id !== expired.id) continue;
        key.status = 'EXPIRED';
        key.expires_at = String(Number(key.expires_at) - 2 * DAY);
      }
    }),
  );
  await openSettings();
  await expect.element(rows).toHaveLength(6);
  await expect.element(said('6 keys, newest first')).toBeVisible();

  const plainRow = row(plain.hint);
  await expect.element(plainRow).toMatchTextContent('Unnamed key');
  await expect.element(plainRow).toMatchTextContent(/Active/);
  const cells = plainRow.getByRole('cell');
  await expect.element(cells).toHaveLength(5);
  await expect.element(cells.nth(0)).toMatchTextContent(/^Active/);
  await expect.element(cells.nth(1)).toMatchTextContent(/\d{4} (just now|\d minutes? ago)/);
  await expect.element(cells.nth(2)).toHaveTextContent('Never');
  await expect.element(cells.nth(3)).toHaveTextContent('Never');
  await expect.element(cells.nth(4)).toMatchTextContent(/^Rotate/);
  expect(await offersIn(plainRow)).toEqual(['Rotate', 'Rename', 'Delete']);
  await expect
    .element(row('Used key').getByRole('cell').nth(2))
    .toMatchTextContent(/\d{4} (just now|\d minutes? ago)/);
  await expect
    .element(row('Lasting key').getByRole('cell').nth(3))
    .toMatchTextContent(formatDate(utcDay(14)));
  await expect.element(row('Ending key')).toMatchTextContent('Expires soon');
  await expect.element(row('Ending key')).toMatchTextContent('in 3 days');
  await expect.element(row('Ending key').getByRole('cell').nth(3)).toMatchTextContent(formatDate(utcDay(3)));
  await expect
    .element(row('Revoked key').getByRole('cell').first())
    .toMatchTextContent(`on ${formatDate(utcDay(0))}`);
  await expect.element(row('Expired key').getByRole('cell').first()).toHaveTextContent('Expired');
  await expect
    .element(row('Expired key').getByRole('cell').nth(3))
    .toMatchTextContent(formatDate(utcDay(-2)));
  await expectAccessible();
});

test('the list fits narrow pages, with every fact named', async () => {
  await signInPerson();
  const { apiKey } = await makeKey('w'.repeat(80), utcDay(3));
  await openSettings();
  await expect.element(rows).toHaveLength(1);
  const button = menuIn(row(apiKey.hint));
  const box = section.getByRole('table', { name: 'Your API keys' });
  for (const width of [320, 375, 768, 1440]) {
    await resize(width, 900);
    button.element().scrollIntoView({ block: 'center' });
    // Fractions of a pixel can lie outside.
    await expect.element(button).toBeInViewport({ ratio: 0.99 });
    expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0);
    expect(box.element().scrollWidth - box.element().clientWidth).toBe(0);
  }
  await resize(375, 900);
  await expectAccessible();
  await actIn(row(apiKey.hint), 'Delete');
  await expect.element(confirmation).toBeVisible();
  await expectAccessible();
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`the list is emptied and says so if ${name}, and tries again`, async () => {
    expectConsole(/A list of APIKey couldn't be loaded/);
    await signInPerson();
    await makeKey('Old key');
    await openSettings();
    await expect.element(rows).toHaveLength(1);
    const recover = interceptOperation('MyApiKeys', handle);
    await createOnPage('New key');
    const alert = section.getByRole('alert');
    await expect.element(alert).toHaveTextContent("API keys couldn't be loaded.");
    await expect.element(rows).toHaveLength(0);
    await expectAccessible();
    recover();
    await press(section.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(rows).toHaveLength(2);
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(title).toHaveFocus();
    // The new secret can still be copied.
    await expect.element(banner).toBeVisible();
  });
}
