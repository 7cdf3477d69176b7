import { expect, test } from 'vitest';
import { nearestPages } from './nearest-pages';

const page = (href: string, title: string) => ({ h: href, p: title, s: '', t: '' });
const entries = [
  page('/docs/workflows/tasks', 'Tasks'),
  page('/docs/workflows/task-plugins', 'Task Plugins'),
  page('/docs/install', 'Installation'),
  { h: '/docs/install#tasks', p: 'Installation', s: 'Tasks', t: 'tasks' },
];
const nearest = (path: string) => nearestPages(entries, path).map(({ href }) => href);

test.each([
  ['workflows/taks', '/docs/workflows/tasks'],
  ['installation', '/docs/install'],
  ['workflows/plugins', '/docs/workflows/task-plugins'],
])('%s leads to %s first', (path, href) => {
  expect(nearest(path)[0]).toBe(href);
});

test('sections of a page are no pages', () => {
  expect(nearest('tasks')).not.toContain('/docs/install#tasks');
});

test('a path like no page leads nowhere', () => {
  expect(nearest('zzzzzz')).toEqual([]);
});
