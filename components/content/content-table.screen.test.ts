import { createElement as element, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { resize } from '@/testing/screens/open-screen';
import { ContentTable } from './content-blocks';

const cell = (...content: ReactNode[]) => element('td', {}, ...content);

test('a link in a table is at least 24 px high, with or without code', async () => {
  await resize(375, 740);
  const link = element('a', { href: '/docs' }, 'Paging');
  const code = element('a', { href: '/docs' }, element('code', {}, 'retryAfter'));
  const row = element('tr', {}, cell('wait for ', code), cell(link));
  await render(element('div', { className: 'prose' }, element(ContentTable, {}, element('tbody', {}, row))));
  await expect.element(page.getByRole('link').first()).toBeVisible();
  for (const one of page.getByRole('link').elements())
    expect(one.getBoundingClientRect().height, one.textContent ?? '').toBeGreaterThanOrEqual(24);
});
