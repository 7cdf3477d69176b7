import { sampleMutation, sampleVariables } from '@/components/site/landing/sample-request';
import { expect, expectAccessible, readClipboard, test } from '@/e2e/fixtures';
import { brand } from '@/lib/config/brand';

const headings = [
  `1 ${brand.tagline}`,
  `2 Why ${brand.name}`,
  '3 One definition',
  '3 Clean in, finished out',
  '3 One call or ten thousand rows',
  '3 No surprises',
  '2 One mutation starts a workflow',
  '2 Alpha Access Coming Soon',
];

const claims = [
  'Define a task once',
  'Switch providers without rewriting code',
  'Payloads transformed',
  'Outputs formatted',
  'Async and bulk, with callbacks',
  'Plugins chained',
  'Fallbacks per task',
  'Everything measured',
];

test('the headings tell the page in order', async ({ page }) => {
  await page.goto('/');
  const found = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll((all) => all.map((heading) => `${heading.tagName.slice(1)} ${heading.textContent}`));
  expect(found).toEqual(headings);
});

test('four figures, four reasons and the eight claims behind the first figure', async ({ page }) => {
  await page.goto('/');
  const board = page.getByRole('region', { name: 'In figures' });
  await expect(board.getByRole('definition')).toHaveText(['8', '5 min', 'Zero', 'CLI + SDK']);
  const why = page.getByRole('region', { name: `Why ${brand.name}` });
  await expect(why.getByRole('listitem')).toHaveCount(4);
  await expect(why.getByRole('term')).toHaveText(claims);
  for (const line of await why.getByRole('definition').all()) await expect(line).toHaveText(/^[A-Z].+\.$/);
});

test('two buttons join the waitlist, one link leads to the docs', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Join Waitlist' })).toHaveCount(2);
  await expect(
    page.getByRole('region', { name: 'Alpha Access Coming Soon' }).getByRole('button'),
  ).toHaveAccessibleName('Join Waitlist');
  await main.getByRole('link', { name: 'View Docs' }).click();
  await expect(page).toHaveURL('/docs');
});

test('the sample is copied exactly as it is', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const clipboard = () => readClipboard(page);
  await page.getByRole('button', { name: 'Copy workflow.graphql' }).click();
  await expect.poll(clipboard).toBe(sampleMutation);
  await page.getByRole('button', { name: 'Copy variables.json' }).click();
  await expect.poll(clipboard).toBe(JSON.stringify(sampleVariables, null, 2));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page reads in full', async ({ page }) => {
    await page.goto('/');
    for (const heading of headings)
      await expect(
        page.getByRole('main').getByRole('heading', { name: heading.slice(2), exact: true }),
      ).toBeVisible();
    const code = (name: string) => page.getByRole('figure').filter({ hasText: name }).locator('code');
    await expect(code('workflow.graphql')).toHaveText(sampleMutation);
    await expect(code('variables.json')).toContainText('"max_tokens": 100');
    await expect(page.getByRole('link', { name: 'View Docs' })).toHaveAttribute('href', '/docs');
    // Next to each button's place; Playwright doesn't read a noscript's text.
    await expect(page.locator('noscript').filter({ visible: true })).toHaveCount(2);
  });
});

for (const width of [360, 1440]) {
  test(`at ${width} px everyone can use it`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    await expectAccessible(page);
  });
}

for (const width of [360, 768, 2560]) {
  test(`at ${width} px nothing scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
}
