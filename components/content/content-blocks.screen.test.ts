import { createElement, createElement as element, type ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { resize } from '@/testing/screens/open-screen';
import { ContentTable, Tab, Tabs } from './content-blocks';

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

const tabs = (...labels: string[]) =>
  createElement(
    Tabs,
    { key: labels.join() },
    labels.map((label) => createElement(Tab, { label, key: label }, `In ${label}`)),
  );
const open = () =>
  render(
    createElement('div', null, [
      tabs('GraphQL', 'curl', 'Python'),
      tabs('Node', 'Python'),
      tabs('GraphQL', 'curl'),
    ]),
  );
const shown = () =>
  page
    .getByRole('tabpanel')
    .elements()
    .map((panel) => panel.textContent);

beforeEach(() => localStorage.clear());

test('all tabs of a page follow a choice where they can, and remember it on later visits', async () => {
  const first = await open();
  expect(shown()).toEqual(['In GraphQL', 'In Node', 'In GraphQL']);
  await page.getByRole('tab', { name: 'curl' }).first().click();
  expect(shown()).toEqual(['In curl', 'In Node', 'In curl']);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tab', { name: 'Python' }).first()).toHaveFocus();
  expect(shown()).toEqual(['In Python', 'In Python', 'In curl']);
  await first.unmount();
  await open();
  expect(shown()).toEqual(['In Python', 'In Python', 'In curl']);
  const selected = page.getByRole('tab', { selected: true }).elements();
  expect(selected.map(({ textContent }) => textContent)).toEqual(['Python', 'Python', 'curl']);
});
