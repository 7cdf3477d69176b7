import { isEnumType, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '@/graphql/schema';
import { idPrefixes } from '@/lib/server/ids';
import { listDocsPages } from './docs-pages';

// The pages' statements about the API as a whole; those about single operations come from its schema.

const sourceOf = (path: string) => listDocsPages('devdocs').find((page) => page.path === path)?.source ?? '';

/** The first cells of the tables in one section of a page. */
const rowsUnder = (source: string, heading: string): string[] => {
  const section = source.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| *`?([^|`]+?)`? *\|/gm)].map(([, cell = '']) => cell);
};

test('the page of the API lists the prefix of every id', () => {
  const written = rowsUnder(sourceOf('api/overview'), 'Ids').filter((cell) => cell.endsWith('_'));
  expect(written.sort()).toEqual(
    Object.values(idPrefixes)
      .map((prefix) => `${prefix}_`)
      .sort(),
  );
});

test.each([
  ['api/overview', ['200', '400', '405', '406', '413', '415', '429', '500', '503']],
  ['errors/graphql', ['400', '405', '406', '413', '415', '429', '503']],
])('%s lists every status that a call can have', (path, statuses) => {
  const written = sourceOf(path).match(/^\| \d{3} (?=\|)/gm) ?? [];
  expect([...new Set(written.map((cell) => cell.slice(2, 5)))]).toEqual(statuses);
});

test.each(['api/overview', 'errors/graphql'])(
  '%s names the refused methods and the accepted methods',
  (path) => {
    const source = sourceOf(path);
    expect(source).toContain('GET, HEAD, PUT, PATCH, and DELETE');
    expect(source).toContain('POST, OPTIONS');
  },
);

test("no page gives BAD_USER_INPUT as the code of a workflow that doesn't fit the schema: it has faults", () => {
  const enums = ['StartWorkflowInput', 'StepInput'].flatMap((name) => {
    const type = schema.getType(name);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    return fields.filter(({ type }) => isEnumType(type)).map(({ name }) => `\`${name}\``);
  });
  expect(enums).toContain('`strategy`');
  const wrong = (['docs', 'devdocs'] as const).flatMap((tree) =>
    listDocsPages(tree).flatMap(({ path, source }) =>
      source
        .split(/(?<=[.:]) |\n/)
        .filter((sentence) => sentence.includes('`BAD_USER_INPUT`'))
        .filter((sentence) =>
          ['a strategy', 'step without', ...enums].some((word) => sentence.includes(word)),
        )
        .map((sentence) => `${path}: ${sentence}`),
    ),
  );
  expect(wrong).toEqual([]);
});
