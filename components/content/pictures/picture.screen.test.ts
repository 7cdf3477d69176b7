import { createElement } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { type PictureName, pictures } from '@/lib/content/drawn-pictures';
import { resize } from '@/testing/screens/open-screen';
import { Picture } from './picture';

for (const name of Object.keys(pictures) as PictureName[])
  for (const width of [320, 375, 768, 1440])
    test(`${name} is one picture with a description at ${width} px, and every word is inside its box`, async () => {
      await resize(width, 1000);
      await render(createElement('div', { className: 'wrap prose' }, createElement(Picture, { of: name })));
      const picture = page.getByRole('img');
      await expect.element(picture).toHaveAccessibleName(pictures[name].title);
      await expect.element(picture).toHaveAccessibleDescription(pictures[name].description);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      for (const place of picture.element().querySelectorAll('.drawing-place')) {
        const box = place.querySelector('rect')?.getBoundingClientRect();
        for (const line of place.querySelectorAll('text')) {
          const { right, bottom, height } = line.getBoundingClientRect();
          expect(right, line.textContent ?? '').toBeLessThan((box?.right ?? 0) - 4);
          expect(bottom, line.textContent ?? '').toBeLessThan(box?.bottom ?? 0);
          expect(height).toBeGreaterThan(11);
        }
      }
    });
