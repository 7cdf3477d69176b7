import type { Page } from '@playwright/test';
import { expect, expectAccessible, readClipboard, signIn, test } from '@/e2e/fixtures';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { docsNavigation, listDocsPages } from '@/lib/content/docs-pages';
import { headingsOf } from '@/lib/content/outline';

const trees = Object.keys(docsTrees) as DocsTree[];
const open = async (page: Page, tree: DocsTree, path = '') => {
  if (tree === 'devdocs') await signIn(page, 'dev@acme.test');
  await page.goto(`${docsTrees[tree].root}${path && `/${path}`}`);
};
/** Holds every response for an address. @returns releases them */
const hold = async (page: Page, address: string) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${address}*`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' });

for (const tree of trees) {
  const { title, root, loading } = docsTrees[tree];
  const sections = docsNavigation(tree);
  const pages = listDocsPages(tree);

  test(`${root} shows its tree, and every page of it is a click away`, async ({ page }) => {
    await open(page, tree);
    const nav = page.getByRole('navigation', { name: title, exact: true });
    for (const section of sections)
      await expect(nav.getByText(section.title, { exact: true }).first()).toBeVisible();
    await expect(nav.getByRole('link')).toHaveText(
      sections.flatMap((section) => section.pages.map((one) => one.title)),
    );
    const first = sections[0]?.pages[0];
    await nav.getByRole('link', { name: first?.title, exact: true }).first().click();
    await expect(page).toHaveURL(String(first?.href));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(first?.title));
    await expect(nav.locator('[aria-current=page]')).toHaveText(String(first?.title));
  });

  test(`${root}: next walks the whole tree, in which no page is wider than a small screen; previous leads back`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, tree);
    const pager = page.getByRole('navigation', { name: `${title}: previous and next` });
    const wide: string[] = [];
    for (const { href, title: heading } of pages) {
      await expect(page).toHaveURL(href);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
        wide.push(href);
      if (href === pages[0]?.href) await expect(pager.getByText('Previous')).toHaveCount(0);
      if (href !== pages.at(-1)?.href) await pager.getByRole('link', { name: /^Next/ }).click();
    }
    expect(wide).toEqual([]);
    await expect(pager.getByText('Next')).toHaveCount(0);
    await pager.getByRole('link', { name: /^Previous/ }).click();
    await expect(page).toHaveURL(String(pages.at(-2)?.href));
  });

  test(`${root}: on a small screen the tree is behind a button, and the drawer closes by Escape and by a choice`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 740 });
    await open(page, tree);
    const nav = page.getByRole('navigation', { name: title, exact: true });
    await expect(nav).toHaveCount(0);
    const button = page.getByRole('button', { name: `${title} menu` });
    await button.click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
    await button.click();
    const last = sections.at(-1)?.pages.at(-1);
    await nav.getByRole('link', { name: last?.title, exact: true }).last().click();
    await expect(page).toHaveURL(String(last?.href));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await button.click();
    await nav.locator('[aria-current=page]').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test(`${root}: an unknown page is a 404 with the nearest pages`, async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource.*404/);
    if (tree === 'devdocs') await signIn(page, 'dev@acme.test');
    const near = pages.at(-1);
    const path = `${near?.path}-gone`;
    const response = await page.goto(`${root}/${path}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(docsTrees[tree].notFound(path));
    const nearest = page.getByRole('heading', { name: 'Perhaps you meant' }).locator('+ ul');
    await expect(nearest.getByRole('link', { name: near?.title, exact: true }).first()).toBeVisible();
    // The frame stays: the tree, the search and, of the dashboard, its tabs.
    await expect(page.getByRole('navigation', { name: title, exact: true }).getByRole('link')).toHaveText(
      sections.flatMap((section) => section.pages.map((one) => one.title)),
    );
    if (tree === 'devdocs')
      await expect(page.getByRole('navigation', { name: 'Dashboard' }).getByText(title)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+k');
    // In the consoles the command menu finds the docs too.
    const opened =
      tree === 'devdocs' ? page.getByRole('combobox', { name: 'Search or run a command' }) : searchBox(page);
    await expect(opened).toBeFocused();
  });

  test(`${root}: while a page loads it says so`, async ({ page }) => {
    await open(page, tree);
    const target = String(sections.at(-1)?.pages[0]?.href);
    const release = await hold(page, target);
    await page.getByRole('navigation', { name: title, exact: true }).locator(`a[href="${target}"]`).click();
    await expect(page.getByText(loading)).toBeVisible();
    release();
    await expect(page.getByText(loading)).toHaveCount(0);
    await expect(page).toHaveURL(target);
  });

  test(`${root}: search finds words inside code and goes there by keyboard`, async ({ page }) => {
    await open(page, tree);
    const button = page.getByRole('button', { name: 'Search docs' });
    await expect(button).toBeVisible();
    // In the consoles, the keys open the command menu on every page.
    if (tree === 'docs') await page.keyboard.press('Control+k');
    else await button.press('Enter');
    await expect(searchBox(page)).toBeFocused();
    await searchBox(page).fill('max_tokens');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    const chosen = page.getByRole('option', { selected: true });
    const target = await chosen.getAttribute('href');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(String(target));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  for (const [way, follow] of [
    ['Enter', (page: Page) => searchBox(page).press('Enter')],
    ['a press', (page: Page) => page.getByRole('option').first().click()],
  ] as const)
    test(`${root}: a result chosen by ${way} closes the search and says that its page loads`, async ({
      page,
    }) => {
      await open(page, tree);
      await page.getByRole('button', { name: 'Search docs' }).click();
      await searchBox(page).fill(String(pages.at(-1)?.title));
      const target = String(await page.getByRole('option').first().getAttribute('href'));
      const release = await hold(page, String(target.split('#')[0]));
      await follow(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(loading)).toBeVisible();
      release();
      await expect(page).toHaveURL(target);
      await expect(page.getByText(loading)).toHaveCount(0);
    });

  test(`${root}: the page and a code block are accessible and its code can be copied`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const withCode = pages.find(({ source }) => source.includes('```graphql'));
    await open(page, tree, withCode?.path);
    const block = page.locator('figure.code-block').first();
    await block.getByRole('button', { name: /^Copy/ }).click();
    await expect(block.getByRole('button', { name: /^Copied/ })).toBeVisible();
    expect(await readClipboard(page)).toBe(await block.locator('code').textContent());
    await page.getByRole('button', { name: 'Copy page' }).click();
    await expect(page.getByRole('button', { name: /^Copied this page/ })).toBeVisible();
    expect(await readClipboard(page)).toContain(`# ${withCode?.title}`);
    await expectAccessible(page);
  });
}

test('the table of contents follows the reading', async ({ page }) => {
  const long = listDocsPages('docs').find(({ source }) => headingsOf(source).length > 5);
  const headings = headingsOf(String(long?.source));
  await page.goto(String(long?.href));
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.getByRole('link')).toHaveText(headings.map(({ heading }) => heading));
  const third = headings[2];
  await contents.getByRole('link', { name: third?.heading, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`#${third?.id}$`));
  await expect(contents.locator('[aria-current]')).toHaveText(String(third?.heading));
  // At once to the end, as the End key does if nothing scrolls smoothly: all headings jump past the line.
  await page.goto(String(long?.href));
  await expect(contents.locator('[aria-current]')).toHaveCount(0);
  const passed = await page.evaluate(
    (ids) => {
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      const isPassed = (id: string) =>
        Number(document.getElementById(id)?.getBoundingClientRect().top) <= window.innerHeight / 5;
      return ids.findLast(isPassed);
    },
    headings.map(({ id }) => id),
  );
  expect(headings.slice(3).map(({ id }) => id)).toContain(passed);
  await expect(contents.locator('[aria-current]')).toHaveAttribute('href', `#${passed}`);
});

test('each heading has its text as its name, and a link of the same name to itself', async ({ page }) => {
  const { href, source } = listDocsPages('docs').find((one) => headingsOf(one.source).length > 5) ?? {};
  await page.goto(String(href));
  for (const { id, heading, depth } of headingsOf(String(source))) {
    const shown = page.getByRole('heading', { level: depth, name: heading, exact: true });
    await expect(shown.getByRole('link', { name: heading, exact: true })).toHaveAttribute('href', `#${id}`);
  }
});

test('an address with an anchor leads to its heading behind the guard too', async ({ page }) => {
  await open(page, 'devdocs', 'errors/overview#handle-an-error');
  await expect(page.getByRole('heading', { name: 'Handle an error' })).toBeInViewport();
});

test('a search without a hit says so, and a search whose index fails to load can be tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/);
  await page.route('**/docs/search.json', (route) => route.abort());
  await open(page, 'docs');
  await page.getByRole('button', { name: 'Search docs' }).click();
  await expect(page.getByRole('alert')).toHaveText("The search couldn't be loaded.");
  await page.unroute('**/docs/search.json');
  await page.getByRole('button', { name: 'Try again' }).click();
  await searchBox(page).fill('zzzzqq');
  await expect(page.getByText('Nothing found for “zzzzqq”.')).toBeVisible();
});

test('the developer docs are for signed-in people', async ({ page }) => {
  await page.goto('/dashboard/devdocs/quickstart');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
});

test('a page reads without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/docs/install');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Installation');
  await expect(page.getByRole('navigation', { name: 'Docs', exact: true })).toBeVisible();
  // Of a request's tabs, the first one.
  await expect(page.getByText('me.graphql')).toBeVisible();
  await expect(page.getByText('me.mts')).toBeHidden();
  await context.close();
});

test('on a phone, tables of fields stack their cells and scroll nowhere', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await signIn(page, 'dev@acme.test');
  await page.goto('/dashboard/devdocs/api/users');
  const tables = page.getByRole('table', { name: /^(Fields|Arguments) of / });
  await expect(tables.first()).toBeVisible();
  const widths = await page
    .locator('.table-box:has([data-stacks])')
    .evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
  expect(widths.length).toBeGreaterThan(3);
  expect(Math.max(...widths)).toBeLessThanOrEqual(0);
});
