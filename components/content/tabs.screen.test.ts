import { createElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tab, Tabs } from './content-blocks';

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
