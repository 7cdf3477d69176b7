import { expect, test } from 'vitest';
import { buildSearchIndex, nearestPages } from './search-index';

const entries = [
  { h: '/docs/a', p: 'Fallbacks', s: '', t: 'What happens when a provider fails.' },
  {
    h: '/docs/a#order',
    p: 'Fallbacks',
    s: 'Order',
    t: 'Models are tried in order. queueAsyncWorkflow(input: $input)',
  },
  { h: '/docs/b', p: 'Tasks', s: '', t: `${'words '.repeat(60)}temperature and max_tokens bound a reply` },
  {
    h: '/docs/b#order',
    p: 'Tasks',
    s: 'Order of tasks',
    t: 'Steps run in the order of what they depend on.',
  },
];
const find = buildSearchIndex(entries);
const found = (query: string) => find(query).map(({ href }) => href);

test.each([
  ['fallback', '/docs/a'],
  ['max_tokens', '/docs/b'],
  ['queueasync', '/docs/a#order'],
  ['async workflow', '/docs/a#order'],
  ['provdier', '/docs/a'],
])('"%s" finds words of text and code, their beginnings, parts of names and misspellings', (query, href) => {
  expect(found(query)[0]).toBe(href);
});

test('sections of one page come together, though one of another page ranks between them', () => {
  const ranked = buildSearchIndex([
    { h: '/docs/a#retries', p: 'A', s: 'Retries', t: 'retries retries' },
    { h: '/docs/b#limits', p: 'B', s: 'Limits', t: 'retries retries' },
    { h: '/docs/a#costs', p: 'A', s: 'Costs', t: `${'words '.repeat(60)}retries` },
  ]);
  expect(ranked('retries').map(({ href }) => href)).toEqual([
    '/docs/a#retries',
    '/docs/a#costs',
    '/docs/b#limits',
  ]);
});

test('an excerpt shows the words around the first match', () => {
  expect(find('temperature')[0]?.excerpt).toMatch(/^… .*temperature/);
});

test('sections with every word come alone; if there are none, those with any of them come', () => {
  expect(found('provider fails')).toEqual(['/docs/a']);
  expect(found('provider temperature')).toEqual(expect.arrayContaining(['/docs/a', '/docs/b']));
});

test('a question finds what its significant words find', () => {
  expect(found('what do I do when a provider fails')).toEqual(['/docs/a']);
});

test.each(['', '   ', '???', '(*'])('"%s" finds nothing and breaks nothing', (query) => {
  expect(found(query)).toEqual([]);
});

const page = (href: string, title: string) => ({ h: href, p: title, s: '', t: '' });
const pages = [
  page('/docs/workflows/tasks', 'Tasks'),
  page('/docs/workflows/task-plugins', 'Task Plugins'),
  page('/docs/install', 'Installation'),
  { h: '/docs/install#tasks', p: 'Installation', s: 'Tasks', t: 'tasks' },
];
const nearest = (path: string) => nearestPages(pages, path).map(({ href }) => href);

test.each([
  ['workflows/taks', '/docs/workflows/tasks'],
  ['installation', '/docs/install'],
  ['workflows/plugins', '/docs/workflows/task-plugins'],
])('%s leads to %s first', (path, href) => {
  expect(nearest(path)[0]).toBe(href);
});

test('a section of a page is not a page', () => {
  expect(nearest('tasks')).not.toContain('/docs/install#tasks');
});

test('a path like no page leads nowhere', () => {
  expect(nearest('zzzzzz')).toEqual([]);
});
