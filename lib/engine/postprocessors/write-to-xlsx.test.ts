import { strFromU8, unzipSync } from 'fflate';
import readXlsx from 'read-excel-file/node';
import { afterEach, expect, test, vi } from 'vitest';
import { postprocessed, takesOptions } from '@/testing/postprocessed';

const xlsx = async (output: unknown, options: object = {}) => {
  const { file } = await postprocessed('writeToXlsx', { output, options });
  return Buffer.from(file?.bytes ?? []);
};
/** As another library reads it. */
const readBack = async (output: unknown, options: object = {}) => {
  const [sheet] = await readXlsx(await xlsx(output, options), { trim: false });
  return sheet;
};
const sheetXml = (bytes: Uint8Array) =>
  strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());

afterEach(() => {
  vi.useRealTimers();
});

test('the example of the reference: types are kept, and no cell is a formula', async () => {
  const data = [
    { part: 'Gripper', stock: 12 },
    { part: '=SUM(A1)', stock: 0 },
  ];
  expect(await readBack({ text: '', data }, { path: 'data', sheet_name: 'Parts' })).toEqual({
    sheet: 'Parts',
    data: [
      ['part', 'stock'],
      ['Gripper', 12],
      ['=SUM(A1)', 0],
    ],
  });
});

test('numbers and booleans keep their type, and everything else is text', async () => {
  const row = {
    a: 1.5,
    b: false,
    c: '2026-11-21',
    d: { e: [1] },
    f: null,
    g: '12',
    h: 'a\nb',
    i: 1e21,
    j: ' x ',
  };
  const sheet = await readBack([row], { header: false });
  expect(sheet?.data).toEqual([[1.5, false, '2026-11-21', '{"e":[1]}', null, '12', 'a\nb', 1e21, ' x ']]);
});

test('columns are as wide as their content up to 60 characters, and the header is bold, frozen, and filters all rows', async () => {
  const rows = [
    { id: 7, text: 'x'.repeat(500), city: 'Castrop-Rauxel' },
    { id: 123_456_789, text: '', city: 'Ulm\nNeu-Ulm' },
  ];
  const bytes = await xlsx(rows);
  const xml = sheetXml(bytes);
  const widths = [...xml.matchAll(/<col min="(\d)" max="\1" width="(\d+)" customWidth="1"\/>/g)];
  expect(widths.map(([, , width]) => Number(width))).toEqual([11, 60, 16]);
  expect(xml).toMatch(/<sheetViews>.*<pane ySplit="1" [^>]*state="frozen"\/>.*<cols>.*<sheetData>/);
  expect(xml).toMatch(/<\/sheetData><autoFilter ref="A1:C3"\/>/);
  expect(xml.match(/ s="1"/g)).toHaveLength(3);
  expect(strFromU8(unzipSync(bytes)['xl/styles.xml'] ?? new Uint8Array())).toMatch(
    /<font><b\/>.*<cellXfs count="2">.*<xf [^>]*fontId="1"/,
  );
  expect(sheetXml(await xlsx(rows, { header: false }))).not.toMatch(/<pane|<autoFilter| s="1"/);
});

test('no value becomes a formula', async () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '</t></is><f>1+1</f><is><t>', '\t=1', ']]><f>1</f>'];
  const bytes = await xlsx(hostile.map((value) => ({ [value]: value })));
  expect(sheetXml(bytes)).not.toMatch(/<f[ >]/);
  expect((await readXlsx(bytes, { trim: false }))[0]?.data.slice(1).map((row, index) => row[index])).toEqual(
    hostile,
  );
});

test('characters that XML lacks become U+FFFD, and what Excel takes for an escape is kept', async () => {
  const xml = sheetXml(await xlsx([{ a: '\0\x01\uD800\uFFFE_x0041_\r' }], { header: false }));
  expect(xml).toContain('>\uFFFD\uFFFD\uFFFD\uFFFD_x005F_x0041_&#13;</t>');
});

test('the same rows give the same bytes', async () => {
  const rows = [{ a: 1, b: 'x' }];
  const first = await xlsx(rows);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect(await xlsx(rows)).toEqual(first);
});

test('columns beyond Z, and gaps, are where they belong', async () => {
  const row = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`c${index}`, index]));
  const sheet = await readBack([row, { c29: 'last' }], { header: false });
  expect(sheet?.data[0]).toEqual(Object.values(row));
  expect(sheet?.data[1]?.[29]).toBe('last');
});

test('an empty list is an empty table', async () => {
  expect((await readBack([]))?.data).toEqual([]);
  expect((await readBack([], { columns: ['a'] }))?.data).toEqual([['a']]);
});

test("a text of more than 32,767 characters fails, and one of as many doesn't", async () => {
  await expect(xlsx([{ a: 'x'.repeat(32_768) }])).rejects.toMatchObject({
    code: 'PROCESSOR_FAILED',
    message: 'writeToXlsx: the text of cell A2 has more than 32,767 characters.',
  });
  expect((await readBack([{ a: 'x'.repeat(32_767) }]))?.data[1]?.[0]).toHaveLength(32_767);
});

test('more rows or columns than a sheet has fail', async () => {
  const row = {};
  const rows = new Array(1_048_576).fill(row);
  await expect(xlsx(rows)).rejects.toMatchObject({
    message: 'writeToXlsx: a sheet has at most 1,048,576 rows.',
  });
  const wide = Object.fromEntries(Array.from({ length: 16_385 }, (_, index) => [index, 1]));
  await expect(xlsx([wide])).rejects.toMatchObject({
    message: 'writeToXlsx: a sheet has at most 16,384 columns.',
  });
});

test('output without rows is refused', async () => {
  await expect(xlsx('a')).rejects.toMatchObject({ code: 'OUTPUT_NOT_TABULAR' });
});

test.each([
  'a[b',
  'a]b',
  'a:b',
  'a*b',
  'a?b',
  'a/b',
  'a\\b',
  '',
  "'a",
  'History',
  'a\u0001',
  '\uD800',
  'x'.repeat(32),
])("a sheet isn't named %j", (sheet_name) => expect(takesOptions('writeToXlsx', { sheet_name })).toBe(false));

test('a sheet may be named with marks of XML', async () => {
  expect((await readBack([{ a: 1 }], { sheet_name: 'R&D <"1">' }))?.sheet).toBe('R&D <"1">');
});
