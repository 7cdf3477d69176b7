import { expect, test } from 'vitest';
import { bearerToken, tokenFault } from './tokens';

test('a bearer token is read in any case of its scheme, and nothing else is', () => {
  expect(['Bearer a.b', 'bearer  a.b'].map(bearerToken)).toEqual(['a.b', 'a.b']);
  expect(['a.b', 'Basic a.b', 'Bearer a b', 'Bearer ', null].map(bearerToken)).toEqual(Array(5).fill(null));
});

test.each([
  [{ authorization: 'swy_1' }, /Authorization header has another form than "Bearer TOKEN"/],
  [{ authorization: 'Token swy_1' }, /another form/],
  [{ 'x-api-key': 'swy_1' }, /The header x-api-key isn't read\. Send the key as "Authorization: Bearer KEY"/],
])('%o is named as the wrong way to send a token', (headers, message) => {
  expect(tokenFault(new Headers(headers))).toMatch(message);
});

test('a token in the right header has no fault, and neither has a call without a token', () => {
  expect(tokenFault(new Headers({ authorization: 'Bearer gone', 'x-api-key': 'a' }))).toBeNull();
  expect(tokenFault(new Headers())).toBeNull();
});
