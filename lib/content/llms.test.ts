import { expect, test } from 'vitest';
import { listDocsPages } from './docs-pages';
import { llmsIndex } from './llms';

test('the index names every public page once, the root page first', () => {
  const targets = [...llmsIndex('https://example.com').matchAll(/^- \[.+\]\((.+)\): .+\.$/gm)].map(
    ([, url]) => url,
  );
  expect(targets).toEqual(listDocsPages('docs').map(({ href }) => `https://example.com${href}.md`));
});
