import { expect, test } from 'vitest';
import { limits } from '@/lib/config/limits';
import { sheetLimits } from '@/lib/engine/bulk/sheet';
import { listDocsPages } from './docs-pages';
import { limitTable, limitTables } from './limit-tables';

/** Limits that no client meets, with the reason. */
const internal: Record<string, string> = {
  'session.userAgent': 'cuts what a browser says about itself; the device label is shorter',
  'knownNetworks.removed': 'a batch of the upkeep',
  'lastUse.touchEvery': 'the precision of a date',
  'keyOverlap.writeEvery': 'how often a count is stored',
  apiKeyExpiresSoon: 'a word on the pages',
  'invoice.paymentTerm': 'a term of payment, on the page about billing',
  'invoice.lines': 'as many as one can have',
  patience: 'how long the pages wait',
  uploadPatience: 'how long the pages wait for an upload',
  'auditedRefusals.people': 'memory of the server',
  'auditRetention.batch': 'a batch of the upkeep',
  'jobSearch.withReading': 'a statement of a search',
  'jobSearch.withMetadata': 'a statement of a search by metadata',
  streamTrust: 'how often a stream checks its caller',
  'graphql.upload.bytes': 'the highest that an operation may declare',
  'graphql.upload.files': 'the highest that an operation may declare',
  'graphql.keptDocumentBytes': 'a cache of the server',
};

const values = new Map(leaves(limits));
const rows = Object.values(limitTables).flatMap(({ rows }) => rows);

function leaves(value: object, path: string[] = []): [string, number][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object'
      ? leaves(inner, [...path, key])
      : [[[...path, key].join('.'), Number(inner)] as [string, number]],
  );
}

test('every limit is in a table, or no client meets it', () => {
  const stated = rows.flatMap(({ of }) => of as string[]);
  expect([...stated, ...Object.keys(internal)].sort()).toEqual([...values.keys()].sort());
});

test('every line states the numbers of its limits', () => {
  for (const { what, most, of } of rows)
    for (const name of of as string[]) {
      const value = values.get(name) ?? 0;
      const written = [1, 1_000, 1024, 1024 ** 2, 60_000, 3_600_000, 86_400_000].map((unit) =>
        (value / unit).toLocaleString('en-US'),
      );
      const numbers = most.replace('per minute', 'per 1 minute').match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
      expect(
        numbers.some((number) => written.includes(number)),
        `${what} (${name}): ${most}`,
      ).toBe(true);
    }
});

test('the table of bulk runs has the limits of the reader of files', () => {
  const mostOf = (wanted: string) => limitTables.bulk.rows.find(({ what }) => what === wanted)?.most;
  expect(mostOf('Rows of a bulk file')).toBe(sheetLimits.rows.toLocaleString('en-US'));
  expect(mostOf('Columns of a bulk file')).toBe(sheetLimits.columns.toLocaleString('en-US'));
});

const source = listDocsPages('devdocs').find(({ path }) => path === 'billing/rate-limits')?.source ?? '';

test('the page of limits has every table, and no limit of its own', () => {
  const drawn = [...source.matchAll(/<LimitsTable of="(\w+)" \/>/g)].map(([, name]) => name);
  expect(drawn.sort()).toEqual(Object.keys(limitTables).sort());
  const prose = source.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '');
  // Statuses of HTTP, versions of IP, the prefix of an IPv6 network, and what a connection of the server may hold.
  const others = ['429', '413', '503', '4', '6', '64', '16'];
  expect(prose.match(/\d+/g)?.filter((number) => !others.includes(number))).toEqual([]);
});

test("a table that isn't there is refused", () => {
  expect(() => limitTable('none')).toThrow("'none'");
});
