import type { Page } from '@playwright/test';
import { expect, signIn, storedToken, test } from '@/e2e/fixtures';

declare global {
  interface Window {
    /** Attacks that succeeded. */
    ran?: string[];
    /** The browser's refusals: directives, or the error of `eval`. */
    refused?: string[];
  }
}

/** The attempts of an attacker who can write into a page; each names itself in `window.ran`. */
const injected = `
  <script>(window.ran ??= []).push('script')</script>
  <script nonce="guess">(window.ran ??= []).push('nonce')</script>
  <script src="data:text/javascript,(window.ran ??= []).push('data')"></script>
  <script src="https://evil.example/steal.js"></script>
  <img src="data:," alt="" onerror="(window.ran ??= []).push('handler')">
  <iframe title="in" srcdoc="<script>(parent.window.ran ??= []).push('frame')</script>"></iframe>
  <object data="data:text/html,<script>parent.ran=['object']</script>"></object>
  <base href="https://evil.example/">
  <a id="address" href="javascript:(window.ran ??= []).push('address')">A link</a>`;

/** Opens a page of the site as if its HTML held what was injected; the headers are those of the server. */
async function openInjected(page: Page, address: string) {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      window.refused = [...(window.refused ?? []), `${effectiveDirective} ${blockedURI}`];
    });
  });
  await page.route(
    (url) => url.pathname === address,
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace('</body>', `${injected}</body>`) });
    },
  );
  await page.goto(address);
}

const refusals = (page: Page) => page.evaluate(() => [...new Set(window.refused)].sort());

for (const [kind, address, email] of [
  ['a static page', '/', 'dev@acme.test'],
  ['a rendered page', '/dashboard/admin/account/invoices/none', 'admin@acme.test'],
] as const) {
  test(`nothing injected into ${kind} runs, so the token is out of its reach`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(/Content Security Policy/);
    await signIn(page, email);
    await openInjected(page, address);
    expect(await storedToken(page)).toMatch(/^sy_session_/);
    await page.evaluate(() => document.getElementById('address')?.click());
    // Exactly these: the site's own scripts and styles met no refusal.
    const expected = [
      'base-uri https://evil.example/',
      'object-src data',
      'script-src-attr inline',
      'script-src-elem data',
      'script-src-elem https://evil.example/steal.js',
      'script-src-elem inline',
    ];
    await expect.poll(() => refusals(page)).toEqual(expected);
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
  });
}

test('text is never made code: eval, new Function and a timer with text are refused', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/Content Security Policy/);
  await page.goto('/');
  // From a timer: what the debugger itself calls may use eval.
  const errors = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const attempt = (run: () => unknown) => {
          try {
            return String(run());
          } catch (error) {
            return (error as Error).name;
          }
        };
        setTimeout(() =>
          resolve([
            attempt(() => Reflect.get(globalThis, 'eval')('1')),
            attempt(() => new Function('return 1')()),
          ]),
        );
      }),
  );
  expect(errors).toEqual(['EvalError', 'EvalError']);
});

test("a static page, a rendered page and the API can't be framed, not even by a page of this origin", async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/frame-ancestors|X-Frame-Options/);
  const framed = ['/', '/dashboard/admin/account/invoices/none', '/api/health'];
  const frames = framed.map((address) => `<iframe title="${address}" src="${address}"></iframe>`);
  await page.route('**/framing-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Framing</title><link rel="icon" href="data:,">${frames.join('')}</html>`,
    }),
  );
  await page.goto('/framing-page');
  const blocked = framed.map(() => 'chrome-error://chromewebdata/');
  await expect
    .poll(() =>
      page
        .mainFrame()
        .childFrames()
        .map((frame) => frame.url()),
    )
    .toEqual(blocked);
});
