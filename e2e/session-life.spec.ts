import type { BrowserContext, Page } from '@playwright/test';
import { brand } from '@/lib/config/brand';
import { ask } from './ask';
import {
  demoPassword,
  expect,
  expectAccessible,
  openBlank,
  requestToken,
  signIn,
  storedToken,
  storeToken,
  test,
} from './fixtures';
import { callFailures, interceptOperation, latch } from './intercept-operation';
import { createPerson, type Person } from './person';

const developer = 'dev@acme.test';
const newcomer = 'admin@initech.test';
const playground = '/dashboard/devdocs/api-playground';

const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'My Developer Dashboard' });
const account = (page: Page) => page.getByRole('navigation', { name: 'Account' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const loading = (page: Page) => page.getByText('Loading...', { exact: true });
const workflows = (page: Page) => page.getByText(/^You've run [\d,]+ workflows this month\.$/);
/** The newcomer's account is empty, the developer's is not. */
const newcomersUsage = "You've run 0 workflows this month.";

/** @returns the sentence on the person's usage that is then shown */
async function openDashboard(page: Page, email: string): Promise<string> {
  await signIn(page, email);
  await page.goto('/dashboard');
  await expect(workflows(page)).toBeVisible();
  return workflows(page).innerText();
}

/** Led out: at the home page, asked to sign in, and nothing of the area left on screen. */
async function expectLedOut(page: Page) {
  await expect(page).toHaveURL('/');
  await expect(dialogOf(page)).toBeVisible();
  await expect(account(page)).toHaveCount(0);
  await expect(title(page)).toHaveCount(0);
}

async function signInByDialog(page: Page, email: string) {
  await dialogOf(page).locator('[name=email]').fill(email);
  await dialogOf(page).locator('[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toHaveCount(0);
}

const removeToken = (page: Page) => page.evaluate((key) => localStorage.removeItem(key), brand.sessionKey);

/** What the browser does when a person comes back to the tab; under test every tab always is in view. */
const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Every text that the page ever shows from now on, however briefly. */
async function recordTexts(page: Page): Promise<() => Promise<string[]>> {
  const texts = await page.evaluateHandle(() => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(document.body.innerText)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return seen;
  });
  return () => texts.evaluate((seen) => [...seen, document.body.innerText]);
}

/** The different sentences on somebody's usage among the texts. */
const usagesIn = (texts: string[]) => [...new Set(texts.join('\n').match(/You've run .*/g))];

/** Counts the calls of one operation from now on. */
function countCalls(page: Page, operation: string): { readonly count: number } {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/api/graphql') && request.postData()?.includes(operation)) calls.count += 1;
  });
  return calls;
}

/** Fails the dashboard's own request once, so that the open page has a button which sends a call. */
async function openWithButton(page: Page, email: string) {
  await signIn(page, email);
  const recover = await interceptOperation(page, 'DeveloperDashboard', (route) =>
    route.fulfill({ json: { data: null, errors: [{ message: 'no' }] } }),
  );
  await page.goto('/dashboard');
  const button = page.getByRole('button', { name: 'Try again' });
  await expect(button).toBeVisible();
  await recover();
  return button;
}

async function disable(page: Page, person: Person) {
  const admin = await requestToken(page, 'admin@globex.test');
  await ask(page, 'mutation Disable($id: ID!) { disableUser(id: $id) { id } }', { id: person.id }, admin);
}

/** Opens the playground with a mutation of the person's own name written in it; answers its Run button. */
async function openPlayground(page: Page, person: Person) {
  await signIn(page, person.email);
  await page.goto(playground);
  await page.getByRole('textbox', { name: 'Query', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(
    'mutation Rename($id: ID!) { updateUser(id: $id, first_name: "Mallory") { first_name } }',
  );
  await page.getByRole('textbox', { name: 'Variables, a JSON object' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(JSON.stringify({ id: person.id }));
  return page.getByRole('button', { name: /^Run/ });
}

const firstName = async (page: Page, token: string) =>
  (await ask<{ me: { first_name: string } }>(page, '{ me { first_name } }', {}, token)).me.first_name;

test.describe('a session that ends on the server under an open page', () => {
  test('leads out a disabled person with the next query, and back after signing in', async ({ page }) => {
    const person = await createPerson(page);
    const button = await openWithButton(page, person.email);
    await disable(page, person);
    await button.click();
    await expectLedOut(page);
    await expectAccessible(page);
    expect(await storedToken(page)).toBeNull();
    await signInByDialog(page, newcomer);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
  });

  test('leads out with the next mutation, and remembers the page', async ({ page }) => {
    const person = await createPerson(page);
    const run = await openPlayground(page, person);
    await disable(page, person);
    await run.click();
    await expectLedOut(page);
    await signInByDialog(page, newcomer);
    await expect(page).toHaveURL(playground);
    await expect(page.getByText(`As ${newcomer}`)).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Mallory');
  });

  test('leads out with the next route change', async ({ page }) => {
    const person = await createPerson(page);
    await signIn(page, person.email);
    await page.goto('/dashboard/devdocs');
    await expect(account(page)).toBeVisible();
    await disable(page, person);
    await account(page).getByRole('link', { name: 'Dashboard' }).click();
    await expectLedOut(page);
  });

  for (const [name, comeBack] of [
    ['the tab', returnToTab],
    [
      'the page, from the memory of the browser,',
      (page: Page) =>
        page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
    ],
  ] as const)
    test(`leads out when ${name} comes back into view`, async ({ page }) => {
      const person = await createPerson(page);
      await openDashboard(page, person.email);
      await disable(page, person);
      await comeBack(page);
      await expectLedOut(page);
      expect(await storedToken(page)).toBeNull();
    });
});

test.describe('coming back to the tab', () => {
  test('asks once, and changes nothing for a known person', async ({ page }) => {
    const usage = await openDashboard(page, developer);
    const calls = countCalls(page, 'query Me');
    const { held, release } = latch();
    await interceptOperation(page, 'Me', async (route) => {
      await held;
      await route.continue();
    });
    const texts = await recordTexts(page);
    const asked = page.waitForRequest((request) => !!request.postData()?.includes('query Me'));
    for (let times = 0; times < 3; times += 1) await returnToTab(page);
    await asked;
    release();
    // Returns share the first call until it is over; then comes a second one.
    await expect
      .poll(async () => {
        await returnToTab(page);
        return calls.count;
      })
      .toBe(2);
    for (const text of await texts()) expect(text).toContain(usage);
  });

  for (const { name, console, handle } of callFailures)
    test(`keeps what a person has before them where ${name}`, async ({ page, expectedConsole }) => {
      expectedConsole.push(...console, /The session could not be checked/);
      const usage = await openDashboard(page, developer);
      const texts = await recordTexts(page);
      await interceptOperation(page, 'Me', handle);
      const logged = page.waitForEvent('console', (message) =>
        message.text().includes('The session could not be checked'),
      );
      await returnToTab(page);
      await logged;
      for (const text of await texts()) expect(text).toContain(usage);
    });
});

test.describe('a token removed by hand', () => {
  test('is noticed by the next call, which is not sent', async ({ page }) => {
    const button = await openWithButton(page, developer);
    const calls = countCalls(page, 'DeveloperDashboard');
    await removeToken(page);
    await button.click();
    await expectLedOut(page);
    expect(calls.count).toBe(0);
  });

  test('is noticed by the next route change', async ({ page }) => {
    await signIn(page, developer);
    await page.goto('/dashboard/devdocs');
    await expect(account(page)).toBeVisible();
    await removeToken(page);
    await account(page).getByRole('link', { name: 'Dashboard' }).click();
    await expectLedOut(page);
  });

  test('is noticed on coming back to the tab', async ({ page }) => {
    await openDashboard(page, developer);
    await removeToken(page);
    await returnToTab(page);
    await expectLedOut(page);
  });
});

test.describe("a token replaced by hand with another person's", () => {
  test('shows the second person alone after the next call, which is not sent', async ({ page }) => {
    const button = await openWithButton(page, developer);
    const first = await storedToken(page);
    await storeToken(page, await requestToken(page, newcomer));
    const tokens: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/graphql')) tokens.push(request.headers().authorization);
    });
    const texts = await recordTexts(page);
    await button.click();
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await expect(account(page)).toContainText('ADMIN');
    expect(tokens).not.toContain(`Bearer ${first}`);
    expect(usagesIn(await texts())).toEqual([newcomersUsage]);
  });

  test("a mutation written for the first person is not sent in the second one's name", async ({ page }) => {
    const [first, second] = [await createPerson(page), await createPerson(page)];
    const run = await openPlayground(page, first);
    const tokens = [await requestToken(page, first.email), await requestToken(page, second.email)] as const;
    const calls = countCalls(page, 'mutation Rename');
    await storeToken(page, tokens[1]);
    await run.click();
    await expect(page.getByText(`As ${second.email}`)).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Mallory');
    expect(calls.count).toBe(0);
    expect(await firstName(page, tokens[0])).toBe(first.first_name);
    expect(await firstName(page, tokens[1])).toBe(second.first_name);
  });

  test('a sign-out ends the session of the person on show, not the one that has begun', async ({ page }) => {
    await openDashboard(page, developer);
    const first = await storedToken(page);
    const second = await requestToken(page, newcomer);
    await storeToken(page, second);
    const told = page.waitForRequest((request) => !!request.postData()?.includes('mutation SignOut'));
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    expect((await told).headers().authorization).toBe(`Bearer ${first}`);
    await expect(page).toHaveURL('/');
    await expect(account(page)).toContainText('ADMIN');
    expect(await storedToken(page)).toBe(second);
  });
});

test.describe('two tabs', () => {
  async function openTwo(page: Page, context: BrowserContext) {
    await openDashboard(page, developer);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(workflows(other)).toBeVisible();
    return other;
  }

  test('a sign-out in one leads out of the other', async ({ page, context }) => {
    const other = await openTwo(page, context);
    await account(other).getByRole('button', { name: 'Sign out' }).click();
    await expectLedOut(page);
    await expect(other).toHaveURL('/');
    await expect(dialogOf(other)).toHaveCount(0);
  });

  test('one that was led out goes on where it was when the other signs in', async ({ page, context }) => {
    const other = await openTwo(page, context);
    await account(other).getByRole('button', { name: 'Sign out' }).click();
    await expectLedOut(page);
    await expect(other).toHaveURL('/');
    await other.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await signInByDialog(other, newcomer);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
  });

  test('show the person who signs in last, and nothing of anybody until that is known', async ({
    page,
    context,
  }) => {
    const other = await openTwo(page, context);
    const { held, release } = latch();
    await interceptOperation(page, 'Me', async (route) => {
      await held;
      await route.continue();
    });
    await storeToken(other, await requestToken(other, newcomer));
    await expect(loading(page)).toBeVisible();
    await expect(title(page)).toHaveCount(0);
    await expect(account(page)).toHaveCount(0);
    await expectAccessible(page);
    release();
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    await expect(account(page)).toContainText('ADMIN');
  });

  test('an answer for the first person that comes after the second has signed in is not shown', async ({
    page,
    context,
  }) => {
    await signIn(page, developer);
    const answered: string[] = [];
    const { held, release } = latch();
    const first = `Bearer ${await storedToken(page)}`;
    await interceptOperation(page, 'DeveloperDashboard', async (route) => {
      const own = route.request().headers().authorization === first;
      const response = await route.fetch();
      if (own) await held;
      answered.push(own ? 'first' : 'second');
      // A call of a screen that is gone may have been given up by now.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await page.goto('/dashboard');
    await expect(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
    const texts = await recordTexts(page);
    const other = await context.newPage();
    await openBlank(other);
    await storeToken(other, await requestToken(other, newcomer));
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    release();
    await expect.poll(() => answered).toEqual(['second', 'first']);
    await returnToTab(page);
    await expect(account(page)).toContainText('ADMIN');
    expect(usagesIn(await texts())).toEqual([newcomersUsage]);
  });

  test('a refusal for the first person that comes after the second has signed in ends nothing', async ({
    page,
    context,
  }) => {
    const button = await openWithButton(page, developer);
    const first = `Bearer ${await storedToken(page)}`;
    const { held, release } = latch();
    const refused = latch();
    await interceptOperation(page, 'DeveloperDashboard', async (route) => {
      if (route.request().headers().authorization !== first) return route.continue();
      await held;
      const errors = [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }];
      await route.fulfill({ json: { data: null, errors } }).catch(() => undefined);
      refused.release();
    });
    await button.click();
    const other = await context.newPage();
    await openBlank(other);
    const second = await requestToken(other, newcomer);
    await storeToken(other, second);
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    release();
    await refused.held;
    await returnToTab(page);
    await expect(account(page)).toContainText('ADMIN');
    expect(await storedToken(page)).toBe(second);
  });

  test('a mutation under way stays the first person’s, and its answer is not shown to the second', async ({
    page,
    context,
  }) => {
    const [first, second] = [await createPerson(page), await createPerson(page)];
    const run = await openPlayground(page, first);
    const token = await storedToken(page);
    const { held, release } = latch();
    await interceptOperation(page, 'Rename', async (route) => {
      const response = await route.fetch();
      expect(route.request().headers().authorization).toBe(`Bearer ${token}`);
      await held;
      await route.fulfill({ response }).catch(() => undefined);
    });
    await run.click();
    const other = await context.newPage();
    await openBlank(other);
    const replacing = await requestToken(other, second.email);
    await storeToken(other, replacing);
    await expect(page.getByText(`As ${second.email}`)).toBeVisible();
    release();
    await expect(page.locator('main')).not.toContainText('Mallory');
    expect(await storedToken(page)).toBe(replacing);
    expect(await firstName(page, replacing)).toBe(second.first_name);
  });
});

test.describe('after a sign-out', () => {
  test("the next person is answered by the server, with nothing of the first one's on show", async ({
    page,
  }) => {
    await openDashboard(page, developer);
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const { held, release } = latch();
    await interceptOperation(page, 'DeveloperDashboard', async (route) => {
      await held;
      await route.continue();
    });
    const texts = await recordTexts(page);
    const calls = countCalls(page, 'DeveloperDashboard');
    await signInByDialog(page, newcomer);
    await expect(page.getByText('Loading your dashboard...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByText(newcomersUsage, { exact: true })).toBeVisible();
    expect(calls.count).toBe(1);
    expect(usagesIn(await texts())).toEqual([newcomersUsage]);
  });

  test('Back shows nothing of the person', async ({ page }) => {
    await signIn(page, developer);
    await page.goto('/dashboard/devdocs');
    await account(page).getByRole('link', { name: 'Dashboard' }).click();
    await expect(workflows(page)).toBeVisible();
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    const texts = await recordTexts(page);
    await page.goBack();
    await expectLedOut(page);
    expect(usagesIn(await texts())).toEqual([]);
  });

  /** Leaves the dashboard by a new document, signs out there, and goes back to the first one. */
  async function goBackToDocument(page: Page) {
    await openDashboard(page, developer);
    await page.goto('/contact');
    await account(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/contact');
    await page.goBack({ waitUntil: 'commit' });
  }

  test('Back to a document that was left before shows nothing of the person', async ({ page }) => {
    await goBackToDocument(page);
    await expectLedOut(page);
  });

  test('Back to a document that the browser kept in memory shows nothing of the person', async ({
    playwright,
    launchOptions,
    baseURL,
  }) => {
    const ignoreDefaultArgs = ['--disable-back-forward-cache'];
    const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs });
    const page = await browser.newPage({ baseURL });
    await page.addInitScript(() =>
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted)
          requestAnimationFrame(() => console.info('Back from memory:', document.body.innerText));
      }),
    );
    const restored = page.waitForEvent('console', (message) => message.text().startsWith('Back from memory'));
    await goBackToDocument(page);
    expect((await restored).text()).toContain(brand.name);
    expect((await restored).text()).not.toContain("You've run");
    await expectLedOut(page);
    await browser.close();
  });
});

test.describe('a check that fails', () => {
  for (const { name, console, handle } of callFailures)
    test(`leads out where ${name}, keeps the token, and leads back once there is an answer`, async ({
      page,
      expectedConsole,
    }) => {
      expectedConsole.push(...console, /The session could not be checked/);
      await signIn(page, developer);
      const recover = await interceptOperation(page, 'Me', handle);
      await page.goto('/dashboard/devdocs?from=mail');
      await expectLedOut(page);
      await expectAccessible(page);
      expect(await storedToken(page)).toBeTruthy();
      await recover();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page).toHaveURL('/dashboard/devdocs?from=mail');
      await expect(account(page)).toContainText('DEVELOPER');
      await expect(dialogOf(page)).toHaveCount(0);
    });

  test('once, as the page is asked for, leads back by itself', async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/, /The session could not be checked/);
    await signIn(page, developer);
    let calls = 0;
    await interceptOperation(page, 'Me', (route) => {
      calls += 1;
      return calls === 1 ? route.abort() : route.continue();
    });
    await page.goto('/dashboard');
    await expect(workflows(page)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(calls).toBeGreaterThan(1);
  });

  test('because it is never answered leads out, and back when the tab is in view again', async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/The session could not be checked/);
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      // Less patience than a person needs, for the test's sake.
      AbortSignal.timeout = () => timeout(500);
    });
    await signIn(page, developer);
    const recover = await interceptOperation(page, 'Me', () => new Promise(() => {}));
    await page.goto('/dashboard');
    await expect(loading(page)).toBeVisible();
    await expectLedOut(page);
    expect(await storedToken(page)).toBeTruthy();
    await recover();
    await returnToTab(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(workflows(page)).toBeVisible();
  });

  test('does not take away what a person writes in the dialog', async ({ page, expectedConsole }) => {
    expectedConsole.push(/Failed to load resource/, /The session could not be checked/);
    await signIn(page, developer);
    await interceptOperation(page, 'Me', (route) => route.abort());
    await page.goto('/dashboard');
    await expectLedOut(page);
    await dialogOf(page).locator('[name=email]').fill('me@acme.test');
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('The session could not be checked'),
    );
    await returnToTab(page);
    await logged;
    await expect(dialogOf(page).locator('[name=email]')).toHaveValue('me@acme.test');
  });
});

for (const [name, text] of [
  ['spaces', '   '],
  ['two lines', 'sy_session_\nX-Injected: 1'],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['an emoji', 'sy_session_😀'],
] as const)
  test(`a stored token that is ${name} leads out, is never sent and is dropped`, async ({ page }) => {
    await openBlank(page);
    await storeToken(page, text);
    const calls = countCalls(page, '');
    await page.goto('/dashboard');
    await expectLedOut(page);
    expect(await storedToken(page)).toBeNull();
    expect(calls.count).toBe(0);
  });
