import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { callFailures, interceptOperation } from '@/e2e/intercept-operation';
import { openOwnAccount } from '@/e2e/own-account';
import { openAdmin } from './admin-page';

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Audit events' }).locator('tbody tr:not([data-below])');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test('both files hold the events of the present filters', async ({ page }) => {
  const { accountId, admin } = await openOwnAccount();
  await openAdmin(page, '/audit-logs?action=user.create', admin.email);
  await expect(rows(page)).toHaveText(/user\.create/);
  const id = /aud_[0-9a-z]{20}/;
  const csv = page.waitForEvent('download');
  await button(page, 'Download CSV').press('Enter');
  expect((await csv).suggestedFilename()).toBe('audit-logs-user.create.csv');
  const lines = (await textOf(await csv)).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toBe('id,created_at,user_id,user_name,account_id,action,entity_name,metadata');
  expect(lines[1]).toMatch(id);
  expect(lines[1]).toContain(`Z,,,${accountId},user.create,Uma Reyes,"{""`);
  // PostgreSQL orders the fields of JSON by its own rules.
  expect(lines[1]).toContain(`""entity_id"":""${admin.id}""`);
  await expect(page.getByRole('status').filter({ hasText: '1 event downloaded.' })).toBeVisible();
  const jsonl = page.waitForEvent('download');
  await button(page, 'Download JSON Lines').press('Enter');
  expect((await jsonl).suggestedFilename()).toBe('audit-logs-user.create.jsonl');
  const [first, ...rest] = (await textOf(await jsonl)).split('\n');
  expect(rest).toEqual(['']);
  expect(JSON.parse(first ?? '')).toMatchObject({
    id: expect.stringMatching(id),
    created_at: expect.stringMatching(/Z$/),
    user_id: null,
    account_id: accountId,
    action: 'user.create',
    entity_name: 'Uma Reyes',
    metadata: { entity_id: admin.id, role: 'ADMIN' },
  });
  await expectAccessible(page);
});

test('if there is no network, the page says so, and it can be tried again by keyboard', async ({
  page,
  expectedConsole,
}) => {
  const [failure] = callFailures;
  expectedConsole.push(...failure.console, /A list of AuditLog couldn't be loaded/);
  const recover = await interceptOperation(page, 'AuditLogs', failure.handle);
  await openAdmin(page, '/audit-logs');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load audit logs.' });
  await expect(alert).toHaveText('Failed to load audit logs.');
  await recover();
  await button(page, 'Try again').press('Enter');
  await expect(rows(page).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Audit Logs', exact: true })).toBeFocused();
});
