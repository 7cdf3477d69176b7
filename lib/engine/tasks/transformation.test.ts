import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { ReplyProblem } from '@/lib/engine/replies/problems';
import { transformation } from './transformation';

const read = (text: string, options: object) =>
  transformation.read({ text, options: transformation.options.parse(options), material: '' });

test.each([
  ['json', '```json\n[{"name": "Gripper S", "kg": "2"}]\n```'],
  ['csv', '```csv\nname,kg\nGripper S,2\n```'],
  ['yaml', '- name: Gripper S\n  kg: "2"\n'],
])('the content of %s is there as data', (to, reply) => {
  expect(read(reply, { to })).toHaveProperty('data', [{ name: 'Gripper S', kg: '2' }]);
});

test('a schema makes numbers of texts, and is held to', () => {
  const schema = {
    type: 'array',
    items: { type: 'object', properties: { kg: { type: 'number', maximum: 9 } } },
  };
  expect(read('[{"name":"Gripper S","kg":"2"}]', { to: 'json', schema })).toEqual({
    text: '[{"name":"Gripper S","kg":2}]',
    data: [{ name: 'Gripper S', kg: 2 }],
  });
  expect(() => read('[{"kg":1},{"kg":"10"}]', { to: 'json', schema })).toThrow(
    'At [1].kg: It must be at most 9.',
  );
});

test.each(['xml', 'markdown', 'html', 'text'])('%s has no data', (to) => {
  expect(read('<b>Gripper</b>', { to })).toEqual({ text: '<b>Gripper</b>', data: null });
});

test.each([
  ['json', 'no json'],
  ['csv', 'a,b\n1,2,3'],
  ['yaml', 'a: [1'],
  ['yaml', 'a: b: c'],
  ['xml', '<a><b></a>'],
  ['xml', 'words'],
  ['yaml', '"'.repeat(10_000_000)],
  ['yaml', '- '.repeat(10_000)],
  [
    'yaml',
    `a: &a [x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*${n ? `b${n - 1}` : 'a'},*${n ? `b${n - 1}` : 'a'}]`).join('\n')}`,
  ],
  ['xml', '<a>'.repeat(3_000_000)],
  ['csv', `a,b\n${'"'.repeat(10_000_000)}`],
])("%s that doesn't parse is a problem of the reply (%#)", (to, reply) => {
  expect(() => read(reply, { to })).toThrow(ReplyProblem);
});

describe('joined pieces parse in their format', () => {
  const join = (to: string, ...replies: string[]) => {
    const options = transformation.options.parse({ to });
    return transformation.division?.join(
      replies.map((reply) => read(reply, { to })),
      options,
    ) as {
      text: string;
      data: unknown;
    };
  };

  test('JSON and YAML continue as one list', () => {
    expect(JSON.parse(join('json', '[1]', '[2]').text)).toEqual([1, 2]);
    expect(JSON.parse(join('json', '{"a":1}', '{"a":2}').text)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(parseYaml(join('yaml', '- a: 1', '- a: 2').text)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('CSV has one header with the columns of all', () => {
    const { text, data } = join('csv', 'a,b\n1,2', 'b,c\n3,"x,y"');
    expect(text).toBe('a,b,c\n1,2,\n,3,"x,y"\n');
    expect(parseCsv(text, { columns: true })).toHaveLength((data as unknown[]).length);
  });

  test('XML has one root', () => {
    const { text } = join(
      'xml',
      '<?xml version="1.0"?>\n<rows><row>1</row></rows>',
      '<rows><row>2</row></rows>',
    );
    expect(new XMLParser().parse(text)).toEqual({ rows: { row: [1, 2] } });
    expect(new XMLParser().parse(join('xml', '<a/>', '<b>1</b>').text)).toEqual({ items: { a: '', b: 1 } });
  });

  test('prose continues after an empty line', () => {
    expect(join('markdown', 'One.', 'Two.')).toEqual({ text: 'One.\n\nTwo.', data: null });
  });
});

test('each piece of a table begins with its header', () => {
  const head = (options: object) =>
    transformation.division?.head?.('name;kg\nGripper S;2', transformation.options.parse(options));
  expect(head({ to: 'json', from: 'csv' })).toBe('name;kg\n');
  expect(head({ to: 'json' })).toBe('');
});
