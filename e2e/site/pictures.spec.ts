import { readFileSync } from 'node:fs';
import { expect, signIn, test } from '@/e2e/fixtures';
import { pictures, settle, wordsFile, wordsOn } from '@/testing/pictures';

const taken = JSON.parse(readFileSync(wordsFile, 'utf8'));

for (const { file, person, address, width, height } of pictures)
  test(`${file} shows the navigation, headings, and names of numbers that ${address} has now; otherwise run npm run pictures`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, person);
    await page.goto(address);
    await settle(page);
    expect(taken[file]).toEqual(await wordsOn(page));
  });
