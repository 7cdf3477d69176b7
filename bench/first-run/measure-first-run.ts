import { rm } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { type Figure, figure } from '@/bench/figure';
import { freePort } from '@/bench/http/start-site';
import { demoPassword } from '@/lib/config/demo';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { step } from '@/scripts/console/step.mjs';
import { requireChromium } from '@/testing/run/chromium';
import { copyCheckout } from '@/testing/run/copy-checkout';
import { startServerProcess } from '@/testing/run/server-process';
import { temporaryDirectory, testVariables } from '@/testing/run/test-variables';

/** From the fresh copy to the receipt of the first composed run (s). */
const MOST_SECONDS = 300;
const MINUTES_TO_START = 20;

/**
 * The wait of a new developer: `npm start` in a copy of the checkout where nothing is installed. Then a browser signs in,
 * composes the example, and waits for its receipt, as fast as the page allows.
 *
 * @throws Stop if there is no Chromium, or the copy doesn't start
 */
export async function measureFirstRun(): Promise<Figure[]> {
  const executablePath = await requireChromium(projectEnvironment().chromiumPath);
  const checkout = await copyCheckout();
  const port = await freePort();
  try {
    const begun = performance.now();
    const site = await step(
      'first run',
      'installing and building a copy of the checkout',
      () =>
        startServerProcess([process.execPath, `${checkout}/scripts/start.mjs`], {
          env: testVariables(temporaryDirectory(), port),
          isReady: (output) => output.includes('is running at'),
          minutes: MINUTES_TO_START,
        }),
      () => ({ text: 'a copy of the checkout runs' }),
    );
    try {
      const started = performance.now();
      await composeExample(executablePath, `http://localhost:${port}`);
      const ended = performance.now();
      const seconds = (from: number, to: number) => [(to - from) / 1000];
      return [
        figure({
          name: 'a fresh copy to the receipt of the first composed run, of five minutes',
          unit: 's',
          measured: seconds(begun, ended),
          floor: [MOST_SECONDS],
          bar: { atMost: 1 },
        }),
        figure({
          name: 'of that, to install, build, and start, against all',
          unit: 's',
          measured: seconds(begun, started),
          floor: seconds(begun, ended),
        }),
      ];
    } finally {
      await site.stop();
    }
  } finally {
    await rm(checkout, { recursive: true });
  }
}

/** Signs in, runs the composer's example, and waits until its receipt names the model that served. */
async function composeExample(executablePath: string, origin: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ baseURL: origin });
    await page.goto('/dashboard/workflows/new');
    await page.getByLabel('Email').fill('dev@acme.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Run workflow' }).click();
    await page.getByText('This job has completed.').waitFor();
    await page
      .getByRole('region', { name: 'Steps', exact: true })
      .getByText('served the step in')
      .first()
      .waitFor();
  } finally {
    await browser.close();
  }
}
