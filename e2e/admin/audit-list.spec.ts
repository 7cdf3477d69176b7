import { ask } from '@/e2e/ask';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, holdOperation, interceptOperation, refuse } from '@/e2e/intercept-operation';
import { openAdmin, sidewaysScroll } from './admin-page';
import { answerEvents, event, line, openOwnTrail, row, rows, title } from './audit-page';

const failed = 'Failed to load audit logs.';
const logged = /A list of AuditLog could not be loaded/;

test('while the trail loads it says so; then each event shows who, where, what and when', async ({
  page,
}) => {
  const release = await holdOperation(page, 'AuditLogs');
  const { accountId, admin } = await openOwnTrail(page);
  await expect(line(page, 'Loading audit logs...')).toHaveText('Loading audit logs...');
  await expect(page.locator('main [data-skeleton]').first()).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(line(page, '3 events, newest first')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'User ID',
    'Account ID',
    'Action',
    'Metadata',
    'Timestamp',
  ]);
  await expect(row(page, 'session.start').getByRole('rowheader')).toHaveText(`Uma Reyes${admin.id}`);
  await expect(row(page, 'session.start').getByRole('cell')).toHaveText([
    accountId,
    /^session\.startUma Reyes signed in\.$/,
    /^\{\n {2}"entity_id": "ses_\w+",\n {2}"device": "Chrome on Linux",\n {2}"address": "(127\.0\.0\.1|::1)"\n\}$/,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z(just now|1 minute ago)$/,
  ]);
  await expect(row(page, 'account.create').getByRole('rowheader')).toHaveText('Operator—');
  await expect(page.getByText('Kept for 730 days on the Pro plan.')).toBeVisible();
  await expect(row(page, 'account.create')).toContainText('The operator opened the account Umbra Works.');
  await expectAccessible(page);
});

test('a change is a sentence and its fields, from and to, with scopes and settings readable', async ({
  page,
}) => {
  const { accountId } = await openOwnTrail(page);
  await ask(
    page,
    `mutation Change($id: ID!) {
      updateAccount(id: $id, updates: { account_name: "Umbra Two", settings: { alerts: { percent: 90 } } }) { id }
    }`,
    { id: accountId },
  );
  const { made } = await ask<{ made: { apiKey: { id: string } } }>(
    page,
    'mutation { made: createAPIKey(name: "CI <b>") { apiKey { id } } }',
  );
  await ask(
    page,
    'mutation Scopes($id: ID!) { updateAPIKeyScopes(id: $id, scopes: { read: true }) { id } }',
    {
      id: made.apiKey.id,
    },
  );
  await page.reload();
  const update = row(page, 'account.update');
  await expect(update).toContainText("Uma Reyes changed the account's name and settings.");
  await expect(update.locator('dl > div')).toHaveText([
    'name: from Umbra Works →  to Umbra Two',
    'settings.alerts: from — →  to {"percent":90}',
  ]);
  const scopes = row(page, 'api_key.update_scopes');
  await expect(scopes).toContainText('Uma Reyes changed the scopes of the API key CI <b>.');
  await expect(scopes.locator('dl > div')).toHaveText('scopes: from read, write →  to read');
});

test('a sign-in from a new device is marked in words, and shows where from', async ({ page }) => {
  const metadata = {
    entity_id: 'ses_1',
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    new_device: true,
  };
  await answerEvents(page, [event({ id: 'aud_2', metadata }), event()]);
  await openAdmin(page, '/audit-logs');
  await expect(rows(page).first()).toContainText('session.startNew device');
  await expect(rows(page).first()).toContainText('Ada Byron signed in from a new device, Firefox on Linux.');
  await expect(rows(page).first()).toContainText('"address": "203.0.113.7"');
  await expect(rows(page).last()).not.toContainText('New device');
  await expectAccessible(page);
});

test('refusals are compact: a sentence, why and where from under it, their JSON a press away', async ({
  page,
}) => {
  const metadata = { entity_id: 'usr_1', reason: 'password', address: '203.0.113.7', times: 7 };
  const refused = { ...metadata, operation: 'createUser', reason: undefined, times: 1 };
  await answerEvents(page, [
    event({ id: 'aud_3', action: 'user.refuse_sign_in', user_id: null, user_name: null, metadata }),
    event({ id: 'aud_2', action: 'user.refuse_call', metadata: refused }),
  ]);
  await openAdmin(page, '/audit-logs');
  const sentence = (at: number) => rows(page).nth(at).getByRole('cell').nth(1).locator('p');
  await expect(sentence(0)).toHaveText([
    'Somebody failed to sign in as Ada Byron, 7 times.',
    'Wrong password · 203.0.113.7',
  ]);
  await expect(sentence(1)).toHaveText(['Ada Byron was refused createUser.', '203.0.113.7']);
  for (const [width, height] of [
    [375, 290],
    [768, 180],
    [1440, 120],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const one of await rows(page).all()) expect((await one.boundingBox())?.height).toBeLessThan(height);
  }
  const json = rows(page).first().locator('pre');
  await expect(json).toBeHidden();
  await rows(page).first().getByText('View JSON').press('Enter');
  await expect(json).toBeVisible();
  await expect(json).toHaveText(JSON.stringify(metadata, null, 2));
  await expectAccessible(page);
});

test('a missing account is a dash, a time that is no number an invalid date', async ({ page }) => {
  await answerEvents(page, [event({ account_id: null, created_at: 'soon', user_name: null })]);
  await openAdmin(page, '/audit-logs');
  await expect(line(page, '1 event')).toHaveText('1 event');
  await expect(rows(page).getByRole('rowheader')).toHaveText('Unknownusr_1');
  await expect(rows(page).getByRole('cell')).toHaveText(['—', /Somebody signed in/, /ses_1/, 'Invalid Date']);
});

test('long metadata and many changes scroll in boxes of their own, by keyboard, and fit a phone', async ({
  page,
}) => {
  const names = Array.from({ length: 60 }, (_, index) => `field_${index}`);
  const from = { text: 'w'.repeat(300), ...Object.fromEntries(names.map((name) => [name, 1])) };
  const to = { text: 'x'.repeat(300), ...Object.fromEntries(names.map((name) => [name, 2])) };
  const metadata = { entity_id: 'acc_1', changes: { settings: { from, to } } };
  await answerEvents(page, [event({ action: 'account.update', metadata, user_name: 'ß'.repeat(120) })]);
  await openAdmin(page, '/audit-logs');
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
    expect((await rows(page).boundingBox())?.height).toBeLessThan(1_000);
    for (const box of [rows(page).locator('pre'), rows(page).locator('dl')]) {
      await box.focus();
      await page.keyboard.press('End');
      await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    }
    await expectAccessible(page);
  }
});

test('an account without events says what will be here', async ({ page }) => {
  await answerEvents(page, []);
  await openAdmin(page, '/audit-logs');
  await expect(page.getByText('No audit events found.', { exact: true })).toBeVisible();
  await expect(page.getByText('Every sign-in and every change to the account')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
});

test('older events are on pages of twenty, each once', async ({ page }) => {
  const { accountId } = await openOwnTrail(page);
  const changes = Array.from(
    { length: 22 },
    (_, index) => `c${index}: updateAccount(id: $id, updates: { settings: { step: ${index} } }) { id }`,
  );
  await ask(page, `mutation Steps($id: ID!) { ${changes.join(' ')} }`, { id: accountId });
  await page.reload();
  await expect(line(page, 'Events 1 to 20, newest first')).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  const pages = page.getByRole('navigation', { name: 'Pages of audit events' });
  await pages.getByRole('button', { name: 'Older' }).press('Enter');
  await expect(line(page, 'Events 21 to 25, newest first')).toBeVisible();
  await expect(pages.getByRole('button', { name: 'Older' })).toBeFocused();
  await expect(rows(page).last()).toContainText(/account\.create|user\.create/);
  await pages.getByRole('button', { name: 'Newer' }).press('Enter');
  await expect(line(page, 'Events 1 to 20, newest first')).toBeVisible();
});

for (const { name, console, handle } of [
  ...callFailures,
  { name: 'the API refuses', console: [], handle: refuse('no') },
]) {
  test(`if ${name}, the page says so, and it can be tried again by keyboard`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...console, logged);
    const recover = await interceptOperation(page, 'AuditLogs', handle);
    await openAdmin(page, '/audit-logs');
    const alert = page.getByRole('alert').filter({ hasText: failed });
    await expect(alert).toHaveText(failed);
    await expectAccessible(page);
    await recover();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(rows(page).first()).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(title(page)).toBeFocused();
  });
}
