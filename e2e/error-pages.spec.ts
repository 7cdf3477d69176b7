import { expect, expectAccessible, signIn, test } from './fixtures';

test('a page whose script does not arrive says so in words, and a try that succeeds brings it back', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load|ChunkLoadError|ERR_FAILED/i);
  await signIn(page, 'dev@acme.test');
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.route('**/_next/static/chunks/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expectAccessible(page);

  await page.unroute('**/_next/static/chunks/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'My Developer Dashboard' })).toBeVisible();
});
