import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { postprocessed, takesOptions } from '@/testing/postprocessed';

const csv = (output: unknown, options: object = {}) => postprocessed('writeToCsv', { output, options });
/** As another library reads it. */
const readBack = async (output: unknown, options: object = {}) =>
  Papa.parse<string[]>((await csv(output, options)).written?.replace(/\r\n$/, '') ?? '').data;

const findings = [
  { title: 'No grace period', detail: 'Rent is late at once.', severity: 'high' },
  { title: 'Repairs, large and small', detail: 'The tenant pays all.', severity: 'medium' },
];

test('the example of the reference', async () => {
  const { written, file, output } = await csv(
    { summary: 'Two.', findings },
    { path: 'findings', columns: ['severity', 'title'] },
  );
  expect(written).toBe('severity,title\r\nhigh,No grace period\r\nmedium,"Repairs, large and small"\r\n');
  expect(file).toMatchObject({ name: 'facts.csv', type: 'text/csv; charset=utf-8' });
  expect(output).toEqual({ summary: 'Two.', findings });
});

describe('rows', () => {
  test('have all fields as they first come, and one object is one row', async () => {
    expect(await readBack([{ b: 1 }, { a: 2, b: true }])).toEqual([
      ['b', 'a'],
      ['1', ''],
      ['true', '2'],
    ]);
    expect(await readBack({ a: 1 })).toEqual([['a'], ['1']]);
  });

  test('keep quotes, delimiters, and line ends of every kind', async () => {
    const values = ['a"b', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\r\nb', 'a\rb', '', ' a '];
    const rows = values.map((value) => ({ value, other: 'x' }));
    for (const delimiter of ['comma', 'semicolon', 'tab'])
      expect(await readBack(rows, { delimiter, header: false })).toEqual(values.map((value) => [value, 'x']));
  });

  test('write null and a missing value as an empty cell, and nested values as JSON', async () => {
    const rows = [{ a: null, b: { c: ['"'] }, d: [] }];
    expect(await readBack(rows, { columns: ['a', 'b', 'd', 'none'] })).toEqual([
      ['a', 'b', 'd', 'none'],
      ['', '{"c":["\\""]}', '[]', ''],
    ]);
  });

  test('whose only cell is empty stay rows', async () => {
    expect(await readBack([{ a: null }, { a: 'x' }])).toEqual([['a'], [''], ['x']]);
  });

  test('with a field __proto__ keep it', async () => {
    expect(await readBack(JSON.parse('[{"__proto__":"x","a":1}]'))).toEqual([
      ['__proto__', 'a'],
      ['x', '1'],
    ]);
  });
});

test('no cell begins a formula, nor does one of the header', async () => {
  const hostile = ['=1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', ' =1', '\0=1', '＝1', '\uFEFF=1'];
  const rows = await readBack([Object.fromEntries(hostile.map((value) => [value, value]))]);
  expect(rows).toEqual([hostile, hostile].map((row) => row.map((value) => `'${value}`)));
  expect(await readBack([{ a: -1, b: 'a=1', c: 'e-mail' }], { header: false })).toEqual([
    ['-1', 'a=1', 'e-mail'],
  ]);
});

test('an empty list is a header where columns names one, and no rows', async () => {
  expect((await csv([])).written).toBe('');
  expect((await csv([], { columns: ['a', 'b'] })).written).toBe('a,b\r\n');
});

test('a byte order mark is there if asked for', async () => {
  expect((await csv([{ a: 'é' }], { bom: true })).written).toBe('\uFEFFa\r\né\r\n');
});

test.each([
  [{ summary: 'a' }, 'summary', "'summary' is a text, not rows."],
  [{ score: 1 }, 'score', "'score' is a number, not rows."],
  [{ a: ['x'] }, 'a', "'a' is a list with entries that aren't objects, so not rows."],
  [{ a: {} }, 'a.b', "'a.b' leads nowhere."],
  [{ a: [1] }, 'a.length', "'a.length' leads nowhere."],
  [{}, '__proto__', "'__proto__' leads nowhere."],
  [[[1]], undefined, "the output is a list with entries that aren't objects, so not rows."],
])("%j at %s isn't a table", async (output, path, message) => {
  await expect(csv(output, { path })).rejects.toMatchObject({
    code: 'OUTPUT_NOT_TABULAR',
    message: `writeToCsv: ${message}`,
  });
});

test('options have bounds', () => {
  expect(takesOptions('writeToCsv', { columns: [] })).toBe(false);
  expect(takesOptions('writeToCsv', { delimiter: ',' })).toBe(false);
  expect(takesOptions('writeToCsv', { colums: ['a'] })).toBe(false);
});
