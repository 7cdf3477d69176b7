import { expect, test } from 'vitest';
import { errorMessage } from './error-message';

test.each([
  ["the server's first message", { graphQLErrors: [{ message: 'Taken.' }, { message: 'Late.' }] }, 'Taken.'],
  [
    'the fallback for a dead network',
    { graphQLErrors: [], networkError: new Error('Failed to fetch') },
    'Sorry.',
  ],
  ['the fallback for an empty message', { graphQLErrors: [{ message: '' }] }, 'Sorry.'],
  ['the fallback for any other error', new Error('internals'), 'Sorry.'],
  ['the fallback for nothing', undefined, 'Sorry.'],
])('%s', (_, error, message) => {
  expect(errorMessage(error, 'Sorry.')).toBe(message);
});
