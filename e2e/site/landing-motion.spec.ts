import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';

const particles = (page: Page) => page.locator('[data-particle]');

/** The parallax layer's custom properties, '' until something set them. */
const shifts = (page: Page) =>
  page
    .locator('[data-parallax]')
    .evaluate(({ style }) =>
      ['--pointer-x', '--pointer-y', '--scroll'].map((name) => style.getPropertyValue(name)),
    );

/** The place of each particle, without its own animation. */
const places = (page: Page) =>
  particles(page).evaluateAll((all) => all.map((particle) => getComputedStyle(particle).translate));

const scrollTo = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top);

test('20 particles, each with its own place, delay (0 to 5 s) and duration (3 to 7 s), hidden from screen readers and the pointer', async ({
  page,
}) => {
  await page.goto('/');
  const found = await particles(page).evaluateAll((all) =>
    all.map((particle) => {
      const { animationName, animationDelay, animationDuration } = getComputedStyle(particle);
      const { left, top } = (particle as HTMLElement).style;
      return {
        animationName,
        place: `${left} ${top}`,
        delay: Number.parseFloat(animationDelay),
        duration: Number.parseFloat(animationDuration),
      };
    }),
  );
  expect(found).toHaveLength(20);
  for (const { animationName, delay, duration } of found) {
    expect(animationName).not.toBe('none');
    expect(delay).toBeGreaterThanOrEqual(0);
    expect(delay).toBeLessThanOrEqual(5);
    expect(duration).toBeGreaterThanOrEqual(3);
    expect(duration).toBeLessThanOrEqual(7);
  }
  for (const key of ['place', 'delay', 'duration'] as const)
    expect(new Set(found.map((particle) => particle[key])).size).toBeGreaterThan(10);
  const layer = page.locator('[data-parallax]');
  await expect(layer).toHaveAttribute('aria-hidden', 'true');
  await expect(layer).toHaveCSS('pointer-events', 'none');
});

test('the particles follow the pointer and the scroll', async ({ page }) => {
  await page.goto('/');
  const resting = await places(page);
  await expect(async () => {
    await page.mouse.move(0, 300);
    await page.mouse.move(10, 310);
    expect((await shifts(page))[0]).toMatch(/^-0\.9/);
  }).toPass();
  await expect.poll(() => places(page)).not.toEqual(resting);
  await scrollTo(page, 200);
  await expect.poll(async () => Number((await shifts(page))[2])).toBeGreaterThan(0.1);
});

test('out of view, the particles follow nothing', async ({ page }) => {
  await page.goto('/');
  await scrollTo(page, 150);
  await expect.poll(async () => Number((await shifts(page))[2])).toBeGreaterThan(0.1);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-parallax]')).not.toBeInViewport();
  await framesPass(page);
  const before = await shifts(page);
  await page.mouse.move(5, 5);
  await page.mouse.move(400, 400);
  await framesPass(page);
  expect(await shifts(page)).toEqual(before);
});

test("if a visitor prefers less motion, the particles don't move", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(particles(page)).toHaveCount(20);
  await page.mouse.move(10, 10);
  await page.mouse.move(300, 300);
  await scrollTo(page, 150);
  await framesPass(page);
  expect(await shifts(page)).toEqual(['', '', '']);
  expect(new Set(await places(page))).toEqual(new Set(['none']));
  const names = await particles(page).evaluateAll((all) =>
    all.map((particle) => getComputedStyle(particle).animationName),
  );
  expect(new Set(names)).toEqual(new Set(['none']));
});

test('the switch moves for less than five seconds on every window, and not at all if a visitor prefers less motion', async ({
  page,
}) => {
  const motions = () =>
    page.locator('svg:visible [data-switch]').evaluateAll((parts) =>
      parts.map((part) => {
        const style = getComputedStyle(part);
        const [delay, duration] = [style.animationDelay, style.animationDuration].map(Number.parseFloat);
        const end = (delay ?? 0) + (duration ?? 0) * Number(style.animationIterationCount);
        return { moves: style.animationName !== 'none', end };
      }),
    );
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('img', { name: /^A task leaves your app/ })).toBeInViewport({ ratio: 1 });
    const moving = await motions();
    expect(moving.length).toBeGreaterThan(0);
    for (const { moves, end } of moving) expect([moves, end > 1 && end < 5]).toEqual([true, true]);
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { moves } of await motions()) expect(moves).toBe(false);
});

test('nothing shifts while the page loads and is scrolled', async ({ page }) => {
  await page.addInitScript(() => {
    const shift = { sum: 0 };
    Object.assign(window, { shift });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 300) {
    await scrollTo(page, top);
    await page.mouse.move(100 + (top % 700), 200);
    await framesPass(page);
  }
  const sum = await page.evaluate(() => (window as unknown as { shift: { sum: number } }).shift.sum);
  expect(sum).toBeLessThan(0.01);
});

/** Waits for two frames, so that callbacks of requestAnimationFrame and observers have run. */
function framesPass(page: Page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  );
}
