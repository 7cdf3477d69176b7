import { createElement } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { NavigationProvider } from '@/components/ui/navigation-provider';
import type { DocsSection } from '@/lib/content/docs-pages';
import { interceptRequest } from '@/testing/screens/intercept-request';
import { resize } from '@/testing/screens/open-screen';
import { DocsNotFound } from './docs-not-found';

const sections: DocsSection[] = [
  { title: 'Workflows', pages: [{ title: 'Tasks', href: '/docs/workflows/tasks' }] },
  { title: 'Integrations', pages: [{ title: 'Webhook Setup', href: '/docs/integrations/webhook-setup' }] },
];

const show = () =>
  render(createElement(DocsNotFound, { tree: 'docs', path: 'workflows/task' }), {
    wrapper: NavigationProvider,
  });
const tree = () => page.getByRole('navigation', { name: 'Docs' });

test('a missing page keeps the tree and the search around its message', async () => {
  interceptRequest('/docs/navigation.json', () => Response.json(sections));
  interceptRequest('/docs/search.json', () => Response.json([]));
  await resize(1440, 900);
  await show();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toMatchTextContent('Documentation not found for workflows/task.');
  await expect.element(tree().getByRole('link', { name: 'Webhook Setup' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await resize(375, 740);
  await expect.element(page.getByRole('button', { name: 'Docs menu' })).toBeVisible();
});

test('if the tree can’t be fetched, the message and the search are there all the same', async () => {
  interceptRequest('/docs/navigation.json', () => new Response('', { status: 503 }));
  interceptRequest('/docs/search.json', () => new Response('', { status: 503 }));
  await resize(1440, 900);
  await show();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toMatchTextContent('Documentation not found for workflows/task.');
  await expect.element(page.getByRole('button', { name: 'Search' })).toBeVisible();
  expect(tree().getByRole('link').elements()).toEqual([]);
});
