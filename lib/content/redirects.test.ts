import { expect, test } from 'vitest';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { docsFolders } from '@/lib/config/navigation';
import { listDocsPages } from './docs-pages';

test('the address of every folder without a page leads to its first page in reading order', () => {
  const first: Record<string, string> = {};
  for (const tree of Object.keys(docsTrees) as DocsTree[]) {
    const pages = listDocsPages(tree);
    const own = new Set(pages.map(({ path }) => path));
    for (const { path } of pages) {
      const [folder = '', ...rest] = path.split('/');
      if (rest.length > 0 && !own.has(folder)) first[`${docsTrees[tree].root}/${folder}`] ??= rest.join('/');
    }
  }
  expect(docsFolders).toEqual(first);
});
