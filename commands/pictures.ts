import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startSite } from '@/bench/http/start-site';
import { brand } from '@/lib/config/brand';
import { demoPassword } from '@/lib/config/demo';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { step } from '@/scripts/console/step.mjs';
import { Stop } from '@/scripts/console/stop.mjs';
import { root } from '@/scripts/project.mjs';
import { type Picture, pictures, settle, wordsFile, wordsOn } from '@/testing/pictures';
import { requireChromium } from '@/testing/run/chromium';
import { signIn } from '@/testing/run/loss/api-client';

/** Of WebP, best first: the first that is small enough is taken. */
const qualities = [80, 70, 60, 50, 40];

/** Takes the README's and the landing page's pictures from the built site, on demo data. Overwrites those there are. */
export default async function takePictures(): Promise<void> {
  const executablePath = await requireChromium(projectEnvironment().chromiumPath);
  const site = await startSite();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const words: Record<string, string[]> = {};
  try {
    for (const picture of pictures) {
      const taken = await step(
        'picture',
        picture.file,
        () => take(browser, site.url, picture),
        ({ bytes }) => ({ text: `${picture.file}, ${Math.round(bytes / 1000)} kB` }),
      );
      words[picture.file] = taken.words;
    }
    fs.writeFileSync(path.join(root, wordsFile), `${JSON.stringify(words, null, 2)}\n`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

/**
 * @returns the size of the file in bytes, and the words on it
 * @throws Stop if that is too much for a page
 */
async function take(
  browser: Browser,
  origin: string,
  picture: Picture,
): Promise<{ bytes: number; words: string[] }> {
  const { file, person, address, width, height, scale, most } = picture;
  const { token } = await signIn(Number(new URL(origin).port), person, demoPassword);
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ([key = '', value = '']) => localStorage.setItem(key, value),
    [brand.sessionKey, token],
  );
  const page = await context.newPage();
  await page.goto(origin + address, { waitUntil: 'networkidle' });
  await settle(page);
  const words = await wordsOn(page);
  const shown = Math.min(height, await contentHeight(page));
  await page.setViewportSize({ width, height: shown });
  const area = { width, height: shown, scale };
  let image: Buffer = Buffer.alloc(0);
  for (const quality of file.endsWith('.webp') ? qualities : [undefined]) {
    image = await photograph(page, area, quality);
    if (image.length <= most) break;
  }
  await context.close();
  if (image.length > most)
    throw new Stop(
      `${file} would have ${image.length} bytes, and may have ${most}. Show less, or lower its scale.`,
    );
  fs.writeFileSync(path.join(root, file), image);
  return { bytes: image.length, words };
}

/** The height of a dashboard's content, with a margin: its area is at least as high as the window. */
const contentHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('main :is(h2, p, dl, canvas, summary, a, button)')];
    return Math.ceil(Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) + 40);
  });

/** Playwright itself writes no WebP. @param quality of WebP; PNG without it */
async function photograph(
  page: Page,
  area: Pick<Picture, 'width' | 'height' | 'scale'>,
  quality: number | undefined,
): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { x: 0, y: 0, ...area },
    ...(quality === undefined ? { format: 'png' } : { format: 'webp', quality }),
  });
  return Buffer.from(data, 'base64');
}
