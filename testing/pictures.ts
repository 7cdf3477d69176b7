import type { Page } from '@playwright/test';

/** A picture of the built site on demo data. */
export interface Picture {
  /** Relative to the project; its extension is its format. */
  file: string;
  /** Whose session it shows. */
  person: string;
  address: string;
  /** CSS pixels; a shorter page makes a lower picture. */
  width: number;
  height: number;
  /** Pixels of the file per CSS pixel. */
  scale: number;
  /** Bytes. */
  most: number;
}

/** Those of the README and the landing page. The README's are plain; the landing page's are sharp on dense screens, and small. */
export const pictures: Picture[] = [
  {
    file: 'docs/dashboard.png',
    person: 'dev@acme.test',
    address: '/dashboard',
    width: 1280,
    height: 1310,
    scale: 1,
    most: 250_000,
  },
  {
    file: 'docs/console.png',
    person: 'admin@acme.test',
    address: '/dashboard/admin',
    width: 1280,
    height: 900,
    scale: 1,
    most: 250_000,
  },
  {
    file: 'components/site/landing/dashboard-wide.webp',
    person: 'dev@acme.test',
    address: '/dashboard',
    width: 1280,
    height: 1085,
    scale: 1.25,
    most: 60_000,
  },
  {
    file: 'components/site/landing/dashboard-narrow.webp',
    person: 'dev@acme.test',
    address: '/dashboard',
    width: 400,
    height: 640,
    scale: 2,
    most: 60_000,
  },
];

/** The words of every picture, by its file, as they were when it was taken; `npm run pictures` writes them. */
export const wordsFile = 'docs/pictures.json';

/** Waits for the fonts and the data, so that nothing on the picture is a placeholder. */
export async function settle(page: Page): Promise<void> {
  await page.locator('canvas').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * A page's names for its parts and its numbers: its links above the content, headings, captions, and names of numbers.
 */
export const wordsOn = (page: Page): Promise<string[]> =>
  page
    .locator('header a, nav a, main :is(h1, h2, dt, ul.border-y > li > p:first-child)')
    .filter({ visible: true })
    .evaluateAll((parts) => parts.map(({ textContent }) => textContent?.trim() ?? ''));
