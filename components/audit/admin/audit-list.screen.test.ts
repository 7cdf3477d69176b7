import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { limits } from '@/lib/config/limits';
import { formatDate } from '@/lib/format/date';
import { ask } from '@/testing/screens/ask';
import { expectConsole } from '@/testing/screens/console-watch';
import { expectAccessible } from '@/testing/screens/expect-accessible';
import {
  callFailures,
  holdOperation,
  interceptOperation,
  refuse,
} from '@/testing/screens/intercept-operation';
import { reload } from '@/testing/screens/open-screen';
import { openAdmin, textsOf } from '@/testing/screens/pages/admin-page';
import {
  details,
  event,
  line,
  openOwnTrail,
  respondWithEvents,
  row,
  rows,
  title,
} from '@/testing/screens/pages/audit-page';
import { press } from '@/testing/screens/press';

const failed = 'Failed to load audit logs.';
const logged = /A list of AuditLog couldn't be loaded/;

test('while the trail loads it says so; then each event shows who, where, what and when', async () => {
  const release = holdOperation('AuditLogs');
  const { accountId, admin } = await openOwnTrail();
  await expect.element(line('Loading audit logs...')).toHaveTextContent('Loading audit logs...');
  await expect.element(page.css('main [data-skeleton]').first()).toBeVisible();
  await expectAccessible();
  release();
  await expect.element(line('3 events, newest first')).toBeVisible();
  expect(textsOf(page.getByRole('columnheader'))).toEqual([
    'User ID',
    'Account ID',
    'Action',
    'Metadata',
    'Timestamp',
  ]);
  await expect.element(row('session.start').getByRole('rowheader')).toHaveTextContent(`Uma Reyes${admin.id}`);
  const cells = row('session.start').getByRole('cell').elements();
  expect(cells.map((cell) => cell.textContent)).toEqual([
    accountId,
    'session.startUma Reyes signed in.',
    'Show metadata',
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(just now|1 minute ago)$/),
  ]);
  await expect
    .element(details(row('session.start')))
    .toMatchTextContent(
      /^\{ "entity_id": "ses_\w+", "device": "Chrome on Linux", "address": "(127\.0\.0\.1|::1)" \}$/,
    );
  await expect.element(row('account.create').getByRole('rowheader')).toHaveTextContent('Operator—');
  await expect.element(page.getByText('Kept for 730 days on the Pro plan.')).toBeVisible();
  await expect
    .element(row('account.create'))
    .toMatchTextContent('The operator opened the account Umbra Works.');
  await expectAccessible();
});

test('after a change to a plan that keeps less, the page says until when the older events are kept', async () => {
  const { accountId } = await openOwnTrail();
  await ask(
    'mutation Downgrade($id: ID!) { updateAccount(id: $id, updates: { account_plan_id: "plan_basic" }) { id } }',
    { id: accountId },
  );
  await reload();
  const until = formatDate(String(Date.now() + limits.auditRetention.grace));
  await expect
    .element(page.getByText(`Kept for 90 days on the Basic plan. Until ${until}, still for 730 days.`))
    .toBeVisible();
});

test('a change is a sentence and its fields, from and to, with scopes and settings readable', async () => {
  const { accountId } = await openOwnTrail();
  await ask(
    `mutation Change($id: ID!) {
      updateAccount(id: $id, updates: { account_name: "Umbra Two", settings: { alerts: { percent: 90 } } }) { id }
    }`,
    { id: accountId },
  );
  const { made } = await ask<{ made: { apiKey: { id: string } } }>(
    'mutation { made: createAPIKey(name: "CI <b>") { apiKey { id } } }',
  );
  await ask('mutation Scopes($id: ID!) { updateAPIKeyScopes(id: $id, scopes: { read: true }) { id } }', {
    id: made.apiKey.id,
  });
  await reload();
  const update = row('account.update');
  await expect.element(update).toMatchTextContent("Uma Reyes changed the account's name and settings.");
  expect(textsOf(details(update).css('dl > div'))).toEqual([
    'name: from Umbra Works → to Umbra Two',
    'settings.alerts: from — → to {"percent":90}',
  ]);
  const scopes = row('api_key.update_scopes');
  await expect.element(scopes).toMatchTextContent('Uma Reyes changed the scopes of the API key CI <b>.');
  await expect
    .element(details(scopes).css('dl > div'))
    .toHaveTextContent('scopes: from read, write → to read');
});

test('a sign-in from a new device is marked in words, and shows where from', async () => {
  const metadata = {
    entity_id: 'ses_1',
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    new_device: true,
  };
  respondWithEvents([event({ id: 'aud_2', metadata }), event()]);
  await openAdmin('/audit-logs');
  const marked = rows().first();
  await expect.element(marked).toMatchTextContent('session.startNew device');
  await expect.element(marked).toMatchTextContent('Ada Byron signed in from a new device, Firefox on Linux.');
  await expect.element(details(marked)).toMatchTextContent('"address": "203.0.113.7"');
  await expect.element(rows().last()).not.toMatchTextContent('New device');
  await expectAccessible();
});

test('a missing account is a dash, a time that is no number an invalid date', async () => {
  respondWithEvents([event({ account_id: null, created_at: 'soon', user_name: null })]);
  await openAdmin('/audit-logs');
  await expect.element(line('1 event')).toHaveTextContent('1 event');
  await expect.element(rows().getByRole('rowheader')).toHaveTextContent('Unknownusr_1');
  expect(textsOf(rows().getByRole('cell'))).toEqual([
    '—',
    expect.stringMatching(/An unknown person signed in/),
    'Show metadata',
    'Invalid Date',
  ]);
});

test('an account without events says what will be here', async () => {
  respondWithEvents([]);
  await openAdmin('/audit-logs');
  await expect.element(page.getByText('No audit events found.', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Every sign-in and every change to the account')).toBeVisible();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  await expectAccessible();
});

test('older events are on pages of twenty, each once', async () => {
  const { accountId } = await openOwnTrail();
  const changes = Array.from(
    { length: 22 },
    (_, index) => `c${index}: updateAccount(id: $id, updates: { settings: { step: ${index} } }) { id }`,
  );
  await ask(`mutation Steps($id: ID!) { ${changes.join(' ')} }`, { id: accountId });
  await reload();
  await expect.element(line('Events 1 to 20, newest first')).toBeVisible();
  await expect.element(rows()).toHaveLength(20);
  const pages = page.getByRole('navigation', { name: 'Pages of audit events' });
  await press(pages.getByRole('button', { name: 'Older' }), '{Enter}');
  await expect.element(line('Events 21 to 25, newest first')).toBeVisible();
  await expect.element(pages.getByRole('button', { name: 'Older' })).toHaveFocus();
  await expect.element(rows().last()).toMatchTextContent(/account\.create|user\.create/);
  await press(pages.getByRole('button', { name: 'Newer' }), '{Enter}');
  await expect.element(line('Events 1 to 20, newest first')).toBeVisible();
  history.back();
  await expect.element(line('Events 21 to 25, newest first')).toBeVisible();
  expect(location.search).toMatch(/^\?page=2&after=aud_/);
  await reload();
  await expect.element(line('Events 21 to 25, newest first')).toBeVisible();
});

for (const { name, handle } of [...callFailures, { name: 'the API refuses', handle: refuse('no') }]) {
  test(`if ${name}, the page says so, and it can be tried again by keyboard`, async () => {
    expectConsole(logged);
    const recover = interceptOperation('AuditLogs', handle);
    await openAdmin('/audit-logs');
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect.element(alert).toHaveTextContent(failed);
    await expectAccessible();
    recover();
    await press(page.getByRole('button', { name: 'Try again' }), '{Enter}');
    await expect.element(rows().first()).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
    await expect.element(title()).toHaveFocus();
  });
}
