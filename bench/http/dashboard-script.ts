import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { demoPassword } from '@/lib/config/demo';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { requireChromium } from '@/testing/run/chromium';

/**
 * The script that a browser has loaded once the dashboard of a signed-in user shows its charts, gzip. A browser
 * counts it, since scripts load the charts.
 *
 * @param origin of a running site with demo data
 * @returns kB (10^3 bytes)
 */
export async function dashboardScriptBytes(origin: string): Promise<number> {
  const executablePath = await requireChromium(projectEnvironment().chromiumPath);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const storageState = await signedInState(browser, origin);
    const page = await (await browser.newContext({ storageState })).newPage();
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(`${origin}/dashboard`);
    await page.getByRole('img', { name: /^Line chart/ }).waitFor();
    await page.getByRole('img', { name: /^Bar chart/ }).waitFor();
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    await browser.close();
  }
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
