import { defineConfig } from '@playwright/test';
import { findChromium } from '@/testing/run/chromium';

const baseURL = process.env.E2E_URL;
if (!baseURL)
  throw new Error(
    'Run npm test, which starts a server on a database of its own; or name a running one with demo data: E2E_URL=http://localhost:3000 npx playwright test',
  );

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  // A shared machine can starve a browser: what passes on its own at once is named, what fails twice has failed.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Limits are for what hangs: the machine may be slow.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/e2e.json' }]],
  use: {
    baseURL,
    // Tracing slows every test by a third, for what a failing one can be run again with: --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(process.env.CHROMIUM_PATH),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
