import { CombinedError } from 'urql';
import { expect, test } from 'vitest';
import { errorMessage, waitSentence } from './client-errors';

test.each([
  ["the server's first message", new CombinedError({ graphQLErrors: ['Taken.', 'Late.'] }), 'Taken.'],
  [
    'the fallback for a dead network',
    new CombinedError({ networkError: new Error('Failed to fetch') }),
    'Sorry.',
  ],
  ['the fallback for an empty message', new CombinedError({ graphQLErrors: [''] }), 'Sorry.'],
  ['the fallback for nothing', undefined, 'Sorry.'],
])('errorMessage is %s', (_, error, message) => {
  expect(errorMessage(error, 'Sorry.')).toBe(message);
});

const limit = 'Too many calls. Try again in 30 seconds.';
const refused = (code: string) =>
  new CombinedError({ graphQLErrors: [{ message: limit, extensions: { code, retryAfter: 30 } }] });

test('a call over the limit says how long to wait, in the words of the server', () => {
  expect(waitSentence(refused('RATE_LIMITED'))).toBe(limit);
});

test.each([
  refused('FORBIDDEN'),
  new CombinedError({ networkError: new Error('no network') }),
  new Error('no answer'),
  undefined,
])('no other failure does: %s', (error) => {
  expect(waitSentence(error)).toBeNull();
});
