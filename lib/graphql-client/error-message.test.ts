import { CombinedError } from 'urql';
import { expect, test } from 'vitest';
import { errorMessage } from './error-message';

test.each([
  ["the server's first message", new CombinedError({ graphQLErrors: ['Taken.', 'Late.'] }), 'Taken.'],
  [
    'the fallback for a dead network',
    new CombinedError({ networkError: new Error('Failed to fetch') }),
    'Sorry.',
  ],
  ['the fallback for an empty message', new CombinedError({ graphQLErrors: [''] }), 'Sorry.'],
  ['the fallback for nothing', undefined, 'Sorry.'],
])('%s', (_, error, message) => {
  expect(errorMessage(error, 'Sorry.')).toBe(message);
});
