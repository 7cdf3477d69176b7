import { pathToFileURL } from 'node:url';
import { tools } from '@/testing/tools/install-tools';

/** Elements that a selector of Puppeteer's finds, in each step once they are visible, enabled, and don't move. */
interface Locator {
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  wait(): Promise<void>;
}

/** The part of Puppeteer's page that flows use. */
export interface Page {
  goto(url: string): Promise<unknown>;
  locator(selector: string): Locator;
  evaluate<Value, Arguments extends unknown[]>(
    work: (...args: Arguments) => Value,
    ...args: Arguments
  ): Promise<Value>;
  waitForFunction<Arguments extends unknown[]>(
    work: (...args: Arguments) => unknown,
    options: object,
    ...args: Arguments
  ): Promise<unknown>;
  keyboard: Record<'down' | 'press' | 'type' | 'up', (text: string) => Promise<void>>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  setDefaultTimeout(milliseconds: number): void;
  on(event: 'console', listen: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listen: (error: Error) => void): void;
}

interface Puppeteer {
  launch(options: object): Promise<{
    createBrowserContext(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>;
    close(): Promise<void>;
  }>;
}

/** Far more than anything takes, on a busy machine too (ms). */
const PATIENCE = 30_000;

/** Starts Firefox, driven over WebDriver BiDi. Its log has what page scripts can't see: blocked content too. */
export async function startFirefox(executablePath: string) {
  const { default: puppeteer }: { default: Puppeteer } = await import(pathToFileURL(tools.puppeteer).href);
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // A click on a moving element misses it.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
  return {
    /** Runs a flow in a tab without a history. @throws Error also if the browser reports a problem */
    async run(flow: (page: Page) => Promise<void>): Promise<void> {
      const context = await browser.createBrowserContext();
      const problems: string[] = [];
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
      try {
        await page.setViewport({ width: 1400, height: 1000 });
        await flow(page);
      } catch (error) {
        problems.unshift(String((error as Error).stack));
      } finally {
        await context.close();
      }
      if (problems.length > 0) throw new Error(problems.join('\n'));
    },
    close: () => browser.close(),
  };
}
