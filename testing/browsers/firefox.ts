import type { Browser, Key, Tab, TabElement } from './browser';
import { loadPackage } from './drivers';

/** The part of Puppeteer that is used. */
interface Puppeteer {
  launch(options: {
    browser: 'firefox';
    executablePath: string;
    headless: true;
    extraPrefsFirefox: Record<string, boolean | number>;
  }): Promise<{ createBrowserContext(): Promise<Context>; close(): Promise<void> }>;
}
interface Context {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}
interface Page {
  setViewport(size: { width: number; height: number }): Promise<void>;
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  evaluateHandle(expression: string): Promise<{ asElement(): Handle | null }>;
  keyboard: Record<'down' | 'press' | 'type' | 'up', (text: string) => Promise<void>>;
  on(event: 'console', listen: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listen: (error: Error) => void): void;
}
interface Handle {
  click(): Promise<void>;
  select(value: string): Promise<unknown>;
}

/** Reduced motion: a click on a moving element misses it. */
const preferences = { 'ui.prefersReducedMotion': 1 };

/** Starts Firefox, driven over WebDriver BiDi, whose log has what page scripts can't see: blocked content too. */
export async function startFirefox(executablePath: string, origin: string): Promise<Browser> {
  const puppeteer: Puppeteer = loadPackage('puppeteer-core');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: preferences,
  });
  return {
    async open() {
      const context = await browser.createBrowserContext();
      return openTab(await context.newPage(), origin, () => context.close());
    },
    close: () => browser.close(),
  };
}

async function openTab(page: Page, origin: string, close: () => Promise<void>): Promise<Tab> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  await page.setViewport({ width: 1400, height: 1000 });
  const { keyboard } = page;
  return {
    origin,
    async load(url) {
      await page.goto(url);
    },
    evaluate: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    async element(expression): Promise<TabElement | null> {
      const element = (await page.evaluateHandle(expression)).asElement();
      return (
        element && {
          click: () => element.click(),
          async choose(value) {
            await element.select(value);
          },
        }
      );
    },
    type: (text) => keyboard.type(text),
    press: (key: Key) => keyboard.press(key),
    async control(character) {
      await keyboard.down('Control');
      await keyboard.press(character);
      await keyboard.up('Control');
    },
    narrow: () => page.setViewport({ width: 600, height: 1000 }),
    problems: () => problems,
    close,
  };
}
