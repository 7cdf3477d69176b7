import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { demoPassword } from '@/lib/config/demo';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { requireChromium } from '@/testing/run/chromium';

/**
 * The script that a browser loads with each page, gzip. A browser counts it, since scripts load scripts.
 *
 * @param urls of public pages
 * @returns kB (10^3 bytes)
 */
export const pageScriptBytes = (urls: string[]): Promise<number[]> =>
  withBrowser(async (browser) => {
    const sizes: number[] = [];
    for (const url of urls) {
      const page = await browser.newPage();
      const loaded = countScript(page);
      await page.goto(url, { waitUntil: 'networkidle' });
      sizes.push(await loaded());
      await page.close();
    }
    return sizes;
  });

/**
 * The script that a browser has loaded once the dashboard of a signed-in user shows its charts, gzip.
 *
 * @param origin of a running site with demo data
 * @returns kB (10^3 bytes)
 */
export const dashboardScriptBytes = (origin: string): Promise<number> =>
  withBrowser(async (browser) => {
    const storageState = await signedInState(browser, origin);
    const page = await (await browser.newContext({ storageState })).newPage();
    const loaded = countScript(page);
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('img', { name: /^Line chart/ }).waitFor();
    await page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    return loaded();
  });

async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const executablePath = await requireChromium(projectEnvironment().chromiumPath);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** @returns says how much script the page has loaded until then: kB gzip */
function countScript(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}

/** The cookies and storage of a browser that has signed in. */
async function signedInState(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.locator('[name=email]').fill('dev@acme.test');
  await page.locator('[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/dashboard`);
  return context.storageState();
}
