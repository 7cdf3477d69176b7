import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { act, banner, heading, oldSecret, openKeysOf, question, said, works } from './api-keys-page';

const rotating = 'Rotate this API key?';
const ending = 'End the old secret of this API key?';
const endButton = (page: Page) =>
  oldSecret(page, 'Robot').getByRole('button', { name: /^End old secret now / });

test("an admin rotates a user's key with an overlap, sees the old secret used, and ends it", async ({
  page,
}) => {
  const { keys } = await openKeysOf(page, ['Robot']);
  const [{ rawKey: old, apiKey } = { rawKey: '', apiKey: { hint: '' } }] = keys;
  await act(page, 'Robot', 'Rotate').click();
  await expect(question(page, rotating).getByRole('button', { name: 'Keep' })).toBeFocused();
  const grace = question(page, rotating).getByLabel('Old secret stops working');
  await expect(grace.locator('option')).toHaveText(['At once', 'In 1 hour', 'In 24 hours', 'In 7 days']);
  await grace.selectOption('In 7 days');
  await expectAccessible(page);
  await question(page, rotating).getByRole('button', { name: 'Rotate' }).click();
  await expect(said(page, 'API key rotated.')).toBeVisible();
  await expect(banner(page)).toContainText('put this one in its place by then.');
  const secret = await banner(page).locator('code').innerText();
  await expect(oldSecret(page, 'Robot')).toContainText(
    new RegExp(`Old secret ${apiKey.hint} works until .* UTC · no call with it since`),
  );
  expect(await works(page, old)).toBe(true);
  expect(await works(page, secret)).toBe(true);
  for (const width of [375, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await expectAccessible(page);
  }

  await endButton(page).click();
  await question(page, ending).getByRole('button', { name: 'End old secret' }).click();
  await expect(said(page, 'Old secret ended.')).toBeVisible();
  await expect(endButton(page)).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  expect(await works(page, old)).toBe(false);
  expect(await works(page, secret)).toBe(true);
});
