import { parse, validate } from 'graphql';
import type { Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { docsSections } from '@/lib/config/docs-sections';
import { codeSamples } from '@/testing/code-samples';
import { apiSchema, findOperation, listOperations } from './api-schema';
import { listDocsPages } from './docs-pages';
import { findLegalPage } from './legal-pages';
import { headingsOf, outline } from './outline';
import { markdownTree } from './plain-tree';
import { listPosts } from './posts';
import { listPublicPages } from './public-pages';
import { callbackErrorsTable, errorCodesTable, errorPageTable } from './reference-tables';

interface Page {
  href: string;
  source: string;
  preview: boolean;
}

const trees = Object.keys(docsTrees) as DocsTree[];
const docs = trees.flatMap((tree) => listDocsPages(tree));
const others: Page[] = [
  ...listPosts().map(({ slug, source }) => ({ href: `/blog/${slug}`, source, preview: true })),
  ...(['terms', 'privacy'] as const).map((name) => ({
    href: `/${name}`,
    source: findLegalPage(name).source,
    preview: false,
  })),
];
const pages: Page[] = [...docs, ...others];
const named = pages.map((page) => [page.href, page] as const);

/** Each page is parsed once, whatever is asked of it and however many links lead to it. */
const treeOf = memoize(markdownTree);
const anchorsOf = memoize((source) => new Set([...outline(source).map(({ id }) => id), ...codesOn(source)]));

const nodesOf = <T extends Nodes['type']>(source: string, type: T) => {
  const found: Extract<Nodes, { type: T }>[] = [];
  visit(treeOf(source), type, (node) => {
    found.push(node as Extract<Nodes, { type: T }>);
  });
  return found;
};

describe('a docs tree', () => {
  test.each(trees)('%s has a root page, and every other page is in a section', (tree) => {
    const stray = listDocsPages(tree).filter(
      ({ path, section }) => (path === '') === (section !== undefined),
    );
    expect(stray.map(({ href }) => href)).toEqual([]);
    expect(listDocsPages(tree)[0]?.path).toBe('');
  });

  test.each(trees)('%s has at least one page in every section', (tree) => {
    const filled = new Set(listDocsPages(tree).map(({ section }) => section));
    expect(docsSections[tree].filter((section) => !filled.has(section))).toEqual([]);
  });

  test.each(trees)('%s has no two pages of one title in a section, and none of one place', (tree) => {
    const keys = listDocsPages(tree).map(({ section, group, title }) => `${section} / ${group} / ${title}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

test("a page's contents bring no second copy of its text", () => {
  const keys = new Set(pages.flatMap(({ source }) => headingsOf(source).flatMap(Object.keys)));
  expect([...keys].sort()).toEqual(['depth', 'heading', 'id']);
});

test('every page describes itself in words of its own', () => {
  const descriptions = docs.map(({ description }) => description);
  expect(descriptions.filter((text, index) => descriptions.indexOf(text) !== index)).toEqual([]);
});

test('no public page links into the developer docs, which ask for a session', () => {
  const linking = listDocsPages('docs').filter(({ source }) => source.includes('](/dashboard/devdocs'));
  expect(linking.map(({ href }) => href)).toEqual([]);
});

test("every operation of the API is documented on a page that isn't a preview", () => {
  const drawn = new Set(
    docs
      .filter(({ preview }) => !preview)
      .flatMap(({ source }) => [...source.matchAll(/<Operation name="(\w+)"/g)].map(([, name = '']) => name)),
  );
  expect(listOperations().filter((name) => !drawn.has(name))).toEqual([]);
  for (const name of drawn) expect(() => findOperation(name)).not.toThrow();
});

describe.each(named)('%s', (_href, page) => {
  test('holds Markdown and components only: no JavaScript, no import, no heading above the second level', () => {
    expect(nodesOf(page.source, 'mdxTextExpression')).toEqual([]);
    expect(nodesOf(page.source, 'mdxFlowExpression')).toEqual([]);
    expect(nodesOf(page.source, 'mdxjsEsm')).toEqual([]);
    expect(nodesOf(page.source, 'heading').filter(({ depth }) => depth === 1 || depth > 3)).toEqual([]);
  });

  test('links to pages and sections that are there', () => {
    const broken = nodesOf(page.source, 'link').filter(({ url }) => !leadsSomewhere(page, url));
    expect(broken.map(({ url }) => url)).toEqual([]);
  });

  test('has GraphQL that parses and, if it describes the current API, fits the schema', () => {
    for (const { language, code } of codeSamples(page.source)) {
      if (language !== 'graphql') continue;
      const document = parse(code);
      const executable = document.definitions.every(({ kind }) =>
        /^(Operation|Fragment)Definition$/.test(kind),
      );
      const faults = page.preview || !executable ? [] : validate(apiSchema(), document);
      expect(faults.map(({ message }) => message)).toEqual([]);
    }
  });

  test('has JSON that parses', () => {
    for (const { language, code } of codeSamples(page.source))
      if (language === 'json') expect(() => JSON.parse(code), code).not.toThrow();
  });
});

/** The screens behind the guard, with the anchors that texts may name. */
const guarded: Record<string, readonly string[]> = {
  '/dashboard': [],
  '/dashboard/workflows/new': [],
  '/dashboard/account': ['profile', 'security', 'sessions', 'api-keys', 'account', 'preferences'],
  '/dashboard/admin': [],
  '/dashboard/admin/account': [],
  '/dashboard/admin/users': [],
  '/dashboard/admin/apikeys': [],
  '/dashboard/admin/usage': [],
  '/dashboard/admin/reliability': [],
  '/dashboard/admin/audit-logs': [],
  '/dashboard/admin/webhooks': [],
};
const files = ['/llms.txt', '/llms-full.txt', '/feed.xml', '/sitemap.xml'];
const addresses = new Set([...pages.map(({ href }) => href), ...listPublicPages().map(({ path }) => path)]);

/** Whether a link is absolute, or leads to a page of this site and an anchor on it. */
function leadsSomewhere(from: Page, url: string): boolean {
  if (/^(https?:\/\/|mailto:)/.test(url)) return true;
  const [path = '', anchor] = url.split('#');
  const target = path || from.href;
  const screen = guarded[target];
  if (screen) return anchor === undefined || screen.includes(anchor);
  const known = addresses.has(target) || files.includes(target);
  if (!known || anchor === undefined) return known;
  const page = pages.find(({ href }) => href === target);
  if (page === undefined) return false;
  return anchorsOf(page.source).has(anchor);
}

/** The codes of errors that have an address on a page. */
function codesOn(source: string): string[] {
  const drawn = [...source.matchAll(/<ErrorsOfPage page="([\w-]+)" found="(\w+)" \/>/g)];
  const tables = drawn.map(([, name = '', found = '']) => errorPageTable(name, found));
  if (source.includes('<ErrorCodes />')) tables.push(errorCodesTable());
  if (source.includes('<CallbackErrors />')) tables.push(callbackErrorsTable());
  return tables.flatMap(({ rows }) => rows.map(([cell]) => (typeof cell === 'object' ? cell.code : '')));
}

/** Keeps what a function has made of each text. */
function memoize<Result>(make: (source: string) => Result): (source: string) => Result {
  const made = new Map<string, Result>();
  return (source) => {
    const result = made.get(source) ?? make(source);
    made.set(source, result);
    return result;
  };
}
