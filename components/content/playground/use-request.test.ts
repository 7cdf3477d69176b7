import { expect, test } from 'vitest';
import { readVariables } from './use-request';

test.each(['', '  \n', '{}'])('%j means no variables', (text) => {
  expect(readVariables(text)).toEqual({ value: {} });
});

test('an object is read as it is', () => {
  expect(readVariables('{ "limit": 5, "scopes": { "read": true } }')).toEqual({
    value: { limit: 5, scopes: { read: true } },
  });
});

test.each(['[1]', '"limit"', '5', 'null'])("%s is refused, because it isn't an object", (text) => {
  expect(readVariables(text)).toEqual({ fault: 'Variables must be a JSON object, such as {"limit": 5}.' });
});

test("variables that don't parse are refused with the parser's reason", () => {
  expect(readVariables('{ "limit": }')).toEqual({
    fault: expect.stringMatching(/^The variables can't be read: .*Unexpected token.*\.$/),
  });
});
