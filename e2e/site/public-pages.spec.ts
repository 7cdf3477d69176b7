import type { Page } from '@playwright/test';
import { siteUrl } from '@/e2e/fetch-site';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { isTooWide, layoutShift, watchLayoutShift } from '@/e2e/layout';
import { listedPaths, onePathOfEachKind } from '@/e2e/public-pages';

/** The page's requests to other machines, from now on. */
function watchForeignRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^https?:$/.test(protocol) && hostname !== siteUrl.hostname) foreign.push(request.url());
  });
  return foreign;
}

// All content at 768 px is shown at another width too, so axe reads it there.
for (const { width, height, resizedTo, hasAxe } of [
  { width: 360, height: 740, resizedTo: 600, hasAxe: true },
  { width: 768, height: 1024, resizedTo: 1024, hasAxe: false },
  { width: 1440, height: 900, resizedTo: 2560, hasAxe: true },
]) {
  test(`at ${width} px, and resized to ${resizedTo} px, every kind of public page fits; it doesn't move${hasAxe ? ', is accessible' : ''}, sets no cookie and requests nothing from elsewhere`, async ({
    page,
    context,
  }) => {
    const foreign = watchForeignRequests(page);
    await watchLayoutShift(page);
    for (const path of await onePathOfEachKind()) {
      await test.step(path, async () => {
        await page.setViewportSize({ width, height });
        const response = await page.goto(path);
        expect(await response?.headerValue('set-cookie')).toBeNull();
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        const { sum, moved } = await layoutShift(page);
        expect(sum, `layout shift of ${path}: ${moved.join('; ')}`).toBeLessThan(0.01);
        expect(await isTooWide(page), `${path} is wider than its window`).toBe(false);
        if (hasAxe) await expectAccessible(page);
        await page.setViewportSize({ width: resizedTo, height });
        await expect.poll(() => isTooWide(page), `${path} at ${resizedTo} px`).toBe(false);
      });
    }
    expect(await context.cookies()).toEqual([]);
    expect(foreign).toEqual([]);
  });
}

test('no page outside the docs is wider than the narrowest phone, and each has one main heading', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // The walks through the docs say the same of their pages.
  for (const path of (await listedPaths()).filter((path) => !path.startsWith('/docs'))) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    expect(await isTooWide(page), path).toBe(false);
  }
});

test('a public page is painted before its scripts are requested, and still responds to clicks', async ({
  page,
}) => {
  await page.goto('/');
  const [painted, requested] = await page.evaluate(() => [
    performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/_next\/static\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(requested).toBeGreaterThanOrEqual(painted ?? Number.NaN);
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
