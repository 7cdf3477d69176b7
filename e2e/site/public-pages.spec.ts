import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '@/e2e/fixtures';
import { listedPaths, onePathOfEachKind } from '@/e2e/public-pages';

/** Notes how far the layout shifts from the first paint on, as Chromium measures it. */
const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });

const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const { layoutShifts } = window as unknown as { layoutShifts: number[] };
    return layoutShifts.reduce((sum, shift) => sum + shift, 0);
  });

for (const [width, height] of [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`at ${width} px every kind of public page fits, stands still and is accessible`, async ({
    page,
    request,
  }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height });
    await watchLayoutShift(page);
    for (const path of await onePathOfEachKind(request)) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        expect(await layoutShift(page), `layout shift of ${path}`).toBeLessThan(0.01);
        const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
        expect(await page.evaluate(sideways), `${path} is wider than its window`).toBe(0);
        await expectAccessible(page);
      });
    }
  });
}

test('no public page is wider than the narrowest phone, and each has one main heading', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of await listedPaths(request)) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(sideways), path).toBe(0);
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
