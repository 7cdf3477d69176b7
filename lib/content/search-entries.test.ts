import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type DocsTree, docsTrees } from '@/lib/config/docs';
import { errorCodes } from '@/lib/config/error-codes';
import { searchEntries } from './search-entries';

const trees = Object.keys(docsTrees) as DocsTree[];

test('arguments, fields, error codes, limits and plans are found on the pages that show them', () => {
  const entries = searchEntries('devdocs');
  const textsAt = (address: string) =>
    entries
      .filter(({ h }) => h.split('#')[0] === `${docsTrees.devdocs.root}/${address}`)
      .map(({ t, d }) => `${t} ${d}`)
      .join(' ');
  expect(textsAt('authentication')).toContain('Arguments of signIn');
  expect(textsAt('api/api-keys')).toContain('expires_at · EpochMillis · Null: never expires.');
  for (const code of Object.keys(errorCodes)) expect(textsAt('errors/overview')).toContain(code);
  expect(textsAt('billing/rate-limits')).toContain('Aliases in a document');
  expect(textsAt('billing/plan-tiers')).toContain('— Enterprise · $499 · ');
});

test('words of a sentence stay together, code and links included', () => {
  const { t } = searchEntries('devdocs').find(({ s }) => s === 'Calls per minute') ?? { t: '' };
  expect(t).toContain('with API_CALLS_PER_CLIENT and API_CALLS_PER_ACCOUNT. Calls count:');
});

test('both indexes together stay under 210 kB compressed', () => {
  const bytes = trees.map((tree) => gzipSync(JSON.stringify(searchEntries(tree))).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(210_000);
});
