import { expect, readClipboard, test } from '@/e2e/fixtures';
import { brand } from '@/lib/config/brand';
import { sampleMutation, sampleVariables } from '@/lib/config/landing-jobs';

const headings = [
  `1 ${brand.tagline}`,
  '2 See what your tasks cost',
  `2 Why ${brand.name}`,
  '3 One definition',
  '3 Clean in, finished out',
  '3 One call, many steps',
  '3 No surprises',
  '2 One mutation starts a workflow',
  '3 You send',
  '3 You get',
  '2 What runs today',
  '3 Workflows',
  '3 Processors',
  '3 Routing & Optimization',
  '3 Integrations',
  '3 Providers',
  '3 Measured',
  '2 Four plans',
  '3 Basic',
  '3 Starter',
  '3 Pro',
  '3 Enterprise',
  '2 From the blog',
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

test('the landing page: headings in order, four figures, four reasons, eight claims, two buttons for the waitlist; a header that leads home, to docs and contact; a footer of two columns with the copyright line', async ({
  page,
}) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await test.step('the headings outline the page in order', async () => {
    const found = await main
      .getByRole('heading')
      .evaluateAll((all) => all.map((heading) => `${heading.tagName.slice(1)} ${heading.textContent}`));
    expect(found).toEqual(headings);
  });
  await test.step('four figures, four reasons and the eight claims behind the first figure', async () => {
    const board = page.getByRole('region', { name: 'In figures' });
    await expect(board.getByRole('definition')).toHaveText(['8', '5 min', 'Zero', 'CLI + SDK']);
    const why = page.getByRole('region', { name: `Why ${brand.name}` });
    await expect(why.getByRole('listitem')).toHaveCount(4);
    await expect(why.getByRole('term')).toHaveText(claims);
    await expect(why.getByRole('definition')).toHaveText(claims.map(() => /^[A-Z].+\.$/));
  });
  await test.step('two buttons join the waitlist', async () => {
    await expect(main.getByRole('button', { name: 'Join Waitlist' })).toHaveCount(2);
    await expect(
      page.getByRole('region', { name: 'Alpha Access Coming Soon' }).getByRole('button'),
    ).toHaveAccessibleName('Join Waitlist');
  });
  await test.step('the header leads home, to the docs and to contact', async () => {
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: brand.name })).toHaveAttribute('href', '/');
    await expect(header.getByRole('link', { name: 'Docs' })).toHaveAttribute('href', '/docs');
    await expect(header.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
  });
  await test.step('the footer has two columns and the copyright line', async () => {
    const footer = page.getByRole('contentinfo');
    const column = (name: string) => footer.getByRole('navigation', { name }).getByRole('link');
    await expect(column('Product')).toHaveText(['Documentation', 'Contact Us']);
    await expect(column('Legal')).toHaveText(['Terms of Use', 'Privacy Policy']);
    const hrefs = await footer.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(hrefs).toEqual(['/docs', '/contact', '/terms', '/privacy']);
    await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} ${brand.company}`);
  });
});

test('one link leads to the docs', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'View Docs' }).click();
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
