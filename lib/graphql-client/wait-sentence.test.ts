import { CombinedError } from 'urql';
import { expect, test } from 'vitest';
import { waitSentence } from './wait-sentence';

const message = 'Too many calls. Try again in 30 seconds.';
const refused = (code: string) =>
  new CombinedError({ graphQLErrors: [{ message, extensions: { code, retryAfter: 30 } }] });

test('a call over the limit says how long to wait, in the words of the server', () => {
  expect(waitSentence(refused('RATE_LIMITED'))).toBe(message);
});

test.each([
  refused('FORBIDDEN'),
  new CombinedError({ networkError: new Error('no network') }),
  new Error('no answer'),
  undefined,
])('no other failure does: %s', (error) => {
  expect(waitSentence(error)).toBeNull();
});
