import { expect, test } from 'vitest';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { helpfulPages } from '@/lib/config/docs-search';
import { searchEntries } from '@/lib/content/search-entries';
import newcomerQueries from '@/testing/newcomer-queries.json';
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

test('of equal sections, the one of a public page comes first', () => {
  const section = { p: 'Keys', s: '', t: 'How keys rotate.' };
  const ranked = buildSearchIndex([
    { ...section, h: '/dashboard/devdocs/keys' },
    { ...section, h: '/docs/keys' },
  ]);
  expect(ranked('rotate').map(({ href }) => href)).toEqual(['/docs/keys', '/dashboard/devdocs/keys']);
});

const documentation = (Object.keys(docsTrees) as DocsTree[]).flatMap(searchEntries);
const findInDocumentation = buildSearchIndex(documentation);

test.each(newcomerQueries as [string, string][])(
  '"%s" finds %s among the first three pages',
  (query, href) => {
    const pages = findInDocumentation(query).map(({ pageHref }) => pageHref);
    expect([...new Set(pages)].slice(0, 3)).toContain(href);
  },
);

test('an excerpt shows the words around the first match', () => {
  expect(find('temperature')[0]?.excerpt).toMatch(/^… .*temperature/);
});

test('sections with every word come first, then those with any of them', () => {
  expect(found('provider fails')[0]).toBe('/docs/a');
  expect(found('provider temperature')).toEqual(expect.arrayContaining(['/docs/a', '/docs/b']));
});

test('a question finds what its significant words find', () => {
  expect(found('what do I do when a provider fails')).toEqual(found('provider fails'));
});

test.each([
  ['one form of a word finds the others', 'trying', '/docs/a#order'],
  ['a synonym is found', 'batch', '/docs/c'],
  ['a synonym of a phrase is found', 'get started', '/docs/d'],
])('%s: "%s"', (_, query, href) => {
  const entries = [
    { h: '/docs/c', p: 'Bulk', s: '', t: 'Rows of a file.' },
    { h: '/docs/d', p: 'Quickstart', s: '', t: 'First steps.' },
    { h: '/docs/a#order', p: 'Fallbacks', s: 'Order', t: 'Models are tried in order.' },
  ];
  expect(buildSearchIndex(entries)(query)[0]?.href).toBe(href);
});

test('a word of a heading ranks before several of a text', () => {
  const ranked = buildSearchIndex([
    { h: '/docs/a#x', p: 'A', s: 'Limits', t: 'Retries, retries, and retries again.' },
    { h: '/docs/b#y', p: 'B', s: 'Retries', t: 'How often a call is made.' },
  ]);
  expect(ranked('retry').map(({ href }) => href)).toEqual(['/docs/b#y', '/docs/a#x']);
});

test('words of a table are found, but shown in no excerpt', () => {
  const [result] = buildSearchIndex([{ h: '/docs/a', p: 'A', s: '', t: 'The codes.', d: 'TIMEOUT · late' }])(
    'timeout',
  );
  expect(result).toMatchObject({ href: '/docs/a', excerpt: 'The codes.' });
});

test('words that were found are known by any of their forms', () => {
  const [result] = find('model trying');
  expect(['Models', 'tried', 'order'].map((word) => result?.isFound(word))).toEqual([true, true, false]);
});

test('the pages that help if nothing is found exist under these titles', () => {
  const pages = new Map(documentation.filter(({ s }) => s === '').map(({ h, p }) => [h, p]));
  for (const { href, title } of helpfulPages) expect(pages.get(href)).toBe(title);
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

test("a section of a page isn't a page", () => {
  expect(nearest('tasks')).not.toContain('/docs/install#tasks');
});

test('a path like no page leads nowhere', () => {
  expect(nearest('zzzzzz')).toEqual([]);
});
