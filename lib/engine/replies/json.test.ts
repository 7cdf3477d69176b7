import { expect, test } from 'vitest';
import { readJson } from './json';
import { ReplyProblem } from './problems';

test.each([
  ['as it is', '{"a": [1]}'],
  ['with a byte order mark', '\uFEFF{"a": [1]}'],
  ['in a fence', '```json\n{"a": [1]}\n```'],
  ['with words around it', 'Here you are:\n{"a": [1]}\nI hope that {this} helps.'],
  ['behind words in brackets', 'As asked [see above], the result: {"a": [1]}'],
  ['with single quotes', "{'a': [1]}"],
  ['with trailing commas', '{"a": [1,],}'],
  ['with comments and bare names', '{a: [1] /* one */}'],
  ['without its end', '{"a": [1'],
])('JSON is read %s', (_, reply) => {
  expect(readJson(reply)).toEqual({ a: [1] });
});

test("brackets and quotes within texts don't count as structure", () => {
  expect(readJson('Sure: {"a": "} ] \\" {"} Done }')).toEqual({ a: '} ] " {' });
});

test.each([
  ['nothing', ''],
  ['words', 'I cannot do that.'],
  ['a bracket that is no JSON', 'x ] y } z'],
  ['a megabyte of brackets', '['.repeat(1_000_000)],
  ['a megabyte of braces with names', '{"a":'.repeat(200_000)],
  ['nested lists that are valid JSON', `${'['.repeat(101)}${']'.repeat(101)}`],
  ['a megabyte of quotes', `{${'"a, '.repeat(250_000)}`],
  ['a megabyte of unequal quotes', `["${"a'".repeat(500_000)}`],
  ['chained calls', `[${'a('.repeat(30_000)}`],
  ['chained texts', `[${'"a"+'.repeat(15_000)}`],
])('%s is a problem of the reply, found in bounded time', (_, reply) => {
  expect(() => readJson(reply)).toThrow(ReplyProblem);
});

test('the slowest reply that is still repaired takes seconds at most', { timeout: 20_000 }, () => {
  expect(readJson(`["a\n${'"b\n'.repeat(20_000)}`)).toEqual(expect.any(Array));
});
