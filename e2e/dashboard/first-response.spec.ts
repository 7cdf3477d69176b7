import type { Page } from '@playwright/test';
import { ask } from '@/e2e/ask';
import { expect, requestToken, signIn, storedToken, test } from '@/e2e/fixtures';
import { issueLastMonth } from '@/e2e/issue-last-month';
import { openOwnAccount } from '@/e2e/own-account';
import { followRequests } from '@/e2e/settled-page';
import { delayResponses } from '@/e2e/slow-line';
import { adminNavigation, dashboardNavigation } from '@/lib/config/navigation';

/** Milliseconds within which a press must show; people take it for immediate. */
const immediate = 100;

/** An admin of an account with something in every list, which the presses may change. */
async function openAccount(page: Page): Promise<string> {
  const { accountId, admin } = await openOwnAccount();
  await issueLastMonth(accountId);
  const token = await requestToken(page, admin.email);
  await ask(page, 'mutation { createAPIKey(scopes: {}, name: "Nightly") { rawKey } }', {}, token);
  return admin.email;
}

declare global {
  /** The page's buttons and links by name: one row's buttons for all rows, and one link of each style. */
  function pressables(): Map<string, HTMLElement>;
}

function definePressables(): void {
  // These change nothing: where one is already, what is chosen already, what the browser itself opens.
  const inert =
    ':disabled, [aria-disabled=true], [aria-current=page], [aria-pressed=true], [href^="#"], [href$=".md"], [download]';
  window.pressables = () => {
    const found = new Map<string, HTMLElement>();
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, summary')) {
      const isElsewhere = element instanceof HTMLAnchorElement && element.origin !== location.origin;
      if (isElsewhere || element.matches(inert) || !element.checkVisibility()) continue;
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
      const name = element instanceof HTMLAnchorElement ? element.className : text;
      const key = `${element.closest('tbody') ? 'row: ' : ''}${element.localName} ${name}`;
      if (!found.has(key)) found.set(key, element);
    }
    return found;
  };
  // The browser's own dialog, which no script can see.
  window.print = () => void document.body.toggleAttribute('data-printed');
}

/**
 * Presses what has this name.
 * @returns milliseconds from the press to the first change of the page; Infinity if there was none within a second
 */
function press(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const changed = () => {
          observer.disconnect();
          resolve(performance.now() - start);
        };
        const observer = new MutationObserver(changed);
        // The browser says what is wrong with a field.
        document.addEventListener('invalid', changed, { capture: true, once: true });
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        });
        setTimeout(() => resolve(Number.POSITIVE_INFINITY), 1_000);
        window.pressables().get(name)?.click();
      }),
    name,
  );
}

const screens = [...dashboardNavigation, ...adminNavigation.flatMap((group) => group.links)];

for (const { href } of screens)
  test(`with two seconds to every response, every press on ${href} shows within ${immediate} ms`, async ({
    page,
  }, { annotations }) => {
    const email = await openAccount(page);
    await page.addInitScript(definePressables);
    const settle = followRequests(page);
    const open = async () => {
      if ((await storedToken(page)) === null) await signIn(page, email);
      await page.goto(href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settle();
    };
    await signIn(page, email);
    await open();
    const names = await page.evaluate(() => [...window.pressables().keys()]);
    const slow: string[] = [];
    let slowest = 0;
    for (const name of names) {
      let fastest = Number.POSITIVE_INFINITY;
      // A busy machine can take its time once; what waits for the network does so every time.
      for (let tries = 0; tries < 3 && fastest > immediate; tries += 1) {
        await page.waitForFunction((name) => window.pressables().has(name), name);
        await delayResponses(page, 2_000);
        fastest = Math.min(fastest, await press(page, name));
        await delayResponses(page, 0);
        await open();
      }
      slowest = Math.max(slowest, fastest);
      if (fastest > immediate) slow.push(`${name}: ${fastest}`);
    }
    annotations.push({ type: 'slowest', description: `${names.length} presses, ${slowest.toFixed(1)} ms` });
    expect(slow).toEqual([]);
  });
