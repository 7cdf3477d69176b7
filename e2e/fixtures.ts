import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { brand } from '@/lib/config/brand';
import { demoPassword } from '@/lib/config/demo';

export { demoPassword, expect };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Fixtures {
  /** Patterns of console messages that the test provokes; push to it before they appear. */
  expectedConsole: RegExp[];
  consoleWatch: undefined;
  hydration: undefined;
}

/** Playwright's test; an error or warning on any page's console, or an uncaught error, fails it. */
export const test = base.extend<Fixtures>({
  expectedConsole: async ({ context: _ }, use) => use([]),
  consoleWatch: [
    async ({ context, expectedConsole }, use) => {
      const seen: string[] = [];
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) seen.push(`${message.type()}: ${message.text()}`);
      });
      context.on('weberror', (error) => seen.push(`uncaught: ${error.error().message}`));
      await use(undefined);
      const unexpected = seen.filter((text) => !expectedConsole.some((pattern) => pattern.test(text)));
      expect(unexpected, 'the console stays clean').toEqual([]);
    },
    { auto: true },
  ],
  hydration: [
    async ({ context, javaScriptEnabled }, use) => {
      if (javaScriptEnabled) context.on('page', waitForHydration);
      await use(undefined);
    },
    { auto: true },
  ],
});

/**
 * Lets `goto` and `reload` return once the page responds to clicks; pages load their scripts after they are painted.
 * With `waitUntil` they wait for that only.
 */
function waitForHydration(page: Page): void {
  const hydrated = () =>
    page.waitForFunction(
      () => !document.getElementById('_R_') || document.documentElement.hasAttribute('data-hydrated'),
    );
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (!options?.waitUntil) await hydrated();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    if (!options?.waitUntil) await hydrated();
    return response;
  };
}

/** Fails with the rules broken and where; waits out the animations, which blur contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  // By its text, which the site's policy wouldn't let in as a script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const broken = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`);
  });
  expect(broken).toEqual([]);
}

/** A new session's raw bearer token, from the API itself. */
export async function requestToken(page: Page, email: string): Promise<string> {
  const response = await page.request.post('/api/graphql', {
    data: {
      query:
        'mutation SignIn($email: String!, $password: String!) { signIn(email: $email, password: $password) { token } }',
      variables: { email, password: demoPassword },
    },
  });
  const { data, errors } = await response.json();
  expect(errors, `${email} can sign in`).toBeUndefined();
  return data.signIn.token;
}

/** Opens an empty page of the site's origin, to reach its storage while nothing of the site runs. */
export async function openBlank(page: Page): Promise<void> {
  const blank = '**/blank-page';
  const body = '<!doctype html><html lang="en"><title>Blank</title><link rel="icon" href="data:,"></html>';
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/blank-page');
  await page.unroute(blank);
}

/** The last copied text, read in a page without the site's headers, which let none of its pages read the clipboard. */
export async function readClipboard(page: Page): Promise<string> {
  const reader = await page.context().newPage();
  await openBlank(reader);
  const text = await reader.evaluate(() => navigator.clipboard.readText());
  await reader.close();
  return text;
}

/** Signs `email` in past the dialog: the pages opened from now on find the session in the storage. */
export async function signIn(page: Page, email: string): Promise<void> {
  const token = await requestToken(page, email);
  await openBlank(page);
  await storeToken(page, token);
}

/** Puts a raw bearer token where the site keeps it; other tabs notice. */
export async function storeToken(page: Page, token: string): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [brand.sessionKey, token] as const);
}

/** The raw bearer token that the page's browser holds, or null. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), brand.sessionKey);
}
