import { expect, test } from 'vitest';
import { readFence } from './fence';

test('a fence may hold nothing', () => {
  const empty = { runs: false, as: undefined, title: undefined };
  expect(readFence(undefined)).toEqual(empty);
  expect(readFence(null)).toEqual(empty);
});

test('words and values are read in any order', () => {
  const full = { runs: true, as: 'dev@acme.test', title: 'me.graphql' };
  expect(readFence('run as="dev@acme.test" title="me.graphql"')).toEqual(full);
  expect(readFence('title="me.graphql" as="dev@acme.test" run')).toEqual(full);
});

test("a title's words aren't words of the fence", () => {
  expect(readFence('title="How to run it"')).toEqual({
    runs: false,
    as: undefined,
    title: 'How to run it',
  });
  expect(readFence('title="as= run"').as).toBeUndefined();
});

test('a name that ends in title is another name', () => {
  expect(readFence('subtitle="a"').title).toBeUndefined();
  expect(readFence('sub-title="a"').title).toBeUndefined();
});
