import { expect, test } from 'vitest';
import { listDocsPages } from '@/lib/content/docs-pages';
import { reasons } from './reasons';

test('the claims name each part that the docs mark as a preview, and nothing else, as one', () => {
  const named = reasons.flatMap(({ claims }) => claims.flatMap(({ also = [] }) => also));
  const previews = listDocsPages('docs').filter(({ preview }) => preview);
  expect(named.sort()).toEqual(previews.map(({ href }) => href).sort());
});
