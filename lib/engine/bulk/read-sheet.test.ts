import { describe, expect, test } from 'vitest';
import { zipParts } from '@/lib/engine/postprocessors/zip-parts';
import { readSheet } from './read-sheet';
import { SheetProblem } from './sheet';

const read = (text: string | Uint8Array, options?: Parameters<typeof readSheet>[1]) =>
  readSheet(typeof text === 'string' ? Buffer.from(text) : text, options);
const rowsOf = (text: string) => read(text).rows.map(({ values }) => Object.values(values));
const problemOf = (text: string | Uint8Array, options?: Parameters<typeof readSheet>[1]) => {
  try {
    read(text, options);
  } catch (error) {
    if (error instanceof SheetProblem) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('The file was read.');
};

describe('CSV', () => {
  test.each([',', ';', '\t', '|'])('is read with the delimiter “%s”, which is found', (delimiter) => {
    const line = (...cells: string[]) => `${cells.join(delimiter)}\n`;
    expect(read(line('sku', 'text') + line('A-1', 'Gripper') + line('A-2', 'Rail'))).toEqual({
      format: 'CSV',
      encoding: 'utf-8',
      columns: ['sku', 'text'],
      rows: [
        { line: 2, values: { sku: 'A-1', text: 'Gripper' } },
        { line: 3, values: { sku: 'A-2', text: 'Rail' } },
      ],
      badRows: [],
    });
  });

  test('delimiters in texts mislead nobody', () => {
    expect(rowsOf('id;text\n1;"a, b, c"\n2;d, e\n')).toEqual([
      [1, 'a, b, c'],
      [2, 'd, e'],
    ]);
  });

  test('quotes, line ends, and empty lines are those of RFC 4180, and each row has the number of its first line', () => {
    const text = '\uFEFFid,text\r\n1,"two\r\nlines"\r\n\r\n2,"a ""word"""\r\n3,5" rail\r\n';
    expect(read(text).rows).toEqual([
      { line: 2, values: { id: 1, text: 'two\r\nlines' } },
      { line: 5, values: { id: 2, text: 'a "word"' } },
      { line: 6, values: { id: 3, text: '5" rail' } },
    ]);
  });

  test('every row with too few or too many values is named, and the others are read', () => {
    const { rows, badRows } = read('sku,text\nA\nB,b\nC,c,more\nD,d,,\n');
    expect(rows.map(({ line }) => line)).toEqual([3, 5]);
    expect(badRows).toEqual([
      { line: 2, column: null, message: '1 value, but 2 columns.', value: 'A' },
      { line: 4, column: null, message: '3 values, but 2 columns.', value: 'C,c,more' },
    ]);
  });

  test('UTF-16 with a mark and windows-1252 are read, and named', () => {
    const text = 'id,name\n1,Käthe\n';
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const rows = [{ line: 2, values: { id: 1, name: 'Käthe' } }];
    expect(read(marked)).toMatchObject({ encoding: 'utf-16le', rows });
    expect(read(Buffer.from(text, 'latin1'))).toMatchObject({ encoding: 'windows-1252', rows });
  });

  test.each<[column: string, cells: string[], values: unknown[]]>([
    ['whole numbers', ['5', '-12', '0'], [5, -12, 0]],
    ['numbers next to empty cells', ['5', '', ' 7 '], [5, '', 7]],
    ['prices', ['19.90', '5.00'], [19.9, 5]],
    ['15 digits', ['123456789012345'], [123_456_789_012_345]],
    ['16 digits', ['1234567890123456'], ['1234567890123456']],
    ['a leading zero', ['12345', '01099'], ['12345', '01099']],
    ['versions', ['4.1', '4.10'], ['4.1', '4.10']],
    ['one other text', ['5', 'five'], ['5', 'five']],
    ['a plus', ['+5'], ['+5']],
    ['an exponent', ['12E5'], ['12E5']],
    ['a decimal comma', ['1,5'], ['1,5']],
    ['nothing', ['', ''], ['', '']],
  ])('a column of %s is numbers only if all values are', (_name, cells, values) => {
    const file = `key;value\n${cells.map((cell) => `a;${cell}\n`).join('')}`;
    expect(rowsOf(file).map(([, value]) => value)).toEqual(values);
  });

  test('keys are compared as texts', () => {
    const { rows, badRows } = read('id\n1\n 1\n1\n', { keyColumn: 'id' });
    expect(rows.map(({ values }) => values.id)).toEqual([1, 1]);
    expect(badRows.map(({ line }) => line)).toEqual([4]);
  });

  test('a column may have any name, once', () => {
    expect(read('__proto__,Order no.\n1,2\n').rows[0]?.values).toEqual(
      JSON.parse('{"__proto__":1,"Order no.":2}'),
    );
    expect(problemOf('a, a \n1,2\n').message).toMatch(
      /^Column 2 of the header \(line 1\) has the name of column 1/,
    );
    expect(problemOf('a,,b\n1,2,3\n').message).toBe('Column 2 of the header (line 1) has no name.');
  });
});

describe('JSONL', () => {
  test('keeps the types of its values; a key that a line lacks is null', () => {
    expect(read('{"id":1,"tags":["a"],"ok":true}\n\n{"id":2}\n').rows).toEqual([
      { line: 1, values: { id: 1, tags: ['a'], ok: true } },
      { line: 3, values: { id: 2, tags: null, ok: null } },
    ]);
  });

  test('every line that is no object, or has another key, is named', () => {
    expect(read('{"id":1}\n[1]\n{"id":\n{"id":2,"more":3}\n').badRows).toEqual([
      { line: 2, column: null, message: "The line isn't a JSON object.", value: '[1]' },
      { line: 3, column: null, message: "The line isn't JSON.", value: '{"id":' },
      { line: 4, column: 'more', message: 'The first line has no key “more”.', value: '3' },
    ]);
  });
});

/** A workbook with these rows of XML in its only sheet. */
const workbook = (rows: string, parts: Record<string, string> = {}, properties = '') =>
  zipParts(
    Object.entries({
      'xl/workbook.xml': `<workbook xmlns:r="r">${properties}<sheets><sheet name="One" r:id="a"/><sheet name="Two" r:id="b"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/two.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
      'xl/worksheets/two.xml':
        '<worksheet><sheetData><row><c t="str"><v>name</v></c></row><row><c t="str"><v>Käthe</v></c></row></sheetData></worksheet>',
      ...parts,
    }).map(([name, text]) => [name, [text]]),
  );
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe('XLSX', () => {
  test('keeps numbers and booleans; dates are ISO text, and formulas have their values', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]dd/mm/yyyy;@"/><numFmt numFmtId="171" formatCode="0.0 &quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="22"/><xf numFmtId="21"/></cellXfs></styleSheet>';
    const strings =
      '<sst><si><t>Rail &amp; arm</t></si><si><r><t>two </t></r><r><t>parts</t></r><rPh><t>hint</t></rPh></si></sst>';
    const cells =
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3"><v>2.5</v></c><c r="D3" t="b"><v>1</v></c>' +
      '<c r="E3" s="1"><v>45992</v></c><c r="F3" s="2"><v>3</v></c><c r="G3" s="3"><v>45992.5</v></c><c r="H3" s="4"><v>0.25</v></c>' +
      '<c r="J3"><f>C3*2</f><v>5</v></c></row>';
    const header = `<row r="1">${[...'abcdefghij'].map(text).join('')}</row><row r="2"/>`;
    const { rows } = read(
      workbook(header + cells, { 'xl/styles.xml': styles, 'xl/sharedStrings.xml': strings }),
    );
    expect(rows).toEqual([
      {
        line: 3,
        values: {
          ...{ a: 'Rail & arm', b: 'two parts', c: 2.5, d: true, e: '2025-12-01', f: 3 },
          ...{ g: '2025-12-01T12:00:00', h: '06:00:00', i: null, j: 5 },
        },
      },
    ]);
  });

  test('errors and formulas without a value are named with their column', () => {
    const rows = `<row>${text('a')}${text('b')}</row><row><c/><c t="e"><v>#REF!</v></c></row><row><c><f>1+1</f></c></row>`;
    expect(read(workbook(rows)).badRows).toEqual([
      { line: 2, column: 'b', message: 'The cell contains the error #REF!.', value: null },
      {
        line: 3,
        column: 'a',
        message: 'The formula has no stored value. Save the file in a spreadsheet program.',
        value: null,
      },
    ]);
  });

  test('another sheet is read by its name', () => {
    const rows = `<row>${text('a')}</row><row>${text('1')}</row>`;
    expect(read(workbook(rows), { sheet: 'Two' }).rows).toEqual([{ line: 2, values: { name: 'Käthe' } }]);
    expect(problemOf(workbook(rows), { sheet: 'Three' }).message).toBe(
      'There is no sheet “Three”. The file has: One, Two.',
    );
  });

  test('dates count from 1900, with its false leap day, or from 1904', () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
    const cells = [1, 59, 61].map((serial) => `<row><c><v>${serial}</v></c></row>`).join('');
    const days = (properties: string) =>
      read(workbook(`<row>${text('day')}</row>${cells}`, { 'xl/styles.xml': styles }, properties)).rows.map(
        ({ values }) => values.day,
      );
    expect(days('')).toEqual(['1900-01-01', '1900-02-28', '1900-03-01']);
    expect(days('<workbookPr date1904="1"/>')).toEqual(['1904-01-02', '1904-02-29', '1904-03-02']);
  });

  test('a ZIP without a workbook, a damaged workbook, and a workbook that unpacks too large are refused', () => {
    expect(problemOf(zipParts([['word/document.xml', ['<w/>']]])).code).toBe('BULK_FILE_UNSUPPORTED');
    expect(problemOf(workbook('<row>').subarray(0, 200)).code).toBe('BULK_FILE_UNREADABLE');
    const large = { 'xl/sharedStrings.xml': ' '.repeat(100 * 1024 * 1024) };
    expect(problemOf(workbook('', large)).message).toBe(
      'The workbook is too large when it is unpacked. Split it.',
    );
  });
});

test('the content decides: other files are refused with what to do', () => {
  expect(problemOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toEqual({
    code: 'BULK_FILE_UNSUPPORTED',
    message: 'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without one.',
  });
  expect(problemOf(Buffer.from([0x89, 0x50, 0, 1])).code).toBe('BULK_FILE_UNSUPPORTED');
  for (const [file, message] of [
    ['', 'The file is empty.'],
    ['a,b\n', 'The file has a header, and no rows.'],
    [
      'a,b\n1,"2\n',
      'Row 2, with the header as row 1 and without empty lines, opens a cell with a quotation mark, and none closes it before the end of the file.',
    ],
    [
      'a,b\r\n1,"x\r\ny"\r\n\r\n3,4\r\n1,"2\r\n5,6\r\n',
      'Row 4, with the header as row 1 and without empty lines, opens a cell with a quotation mark, and none closes it before the end of the file.',
    ],
    [',\n1,2\n', 'The file has no header with the names of its columns.'],
  ] as const)
    expect(problemOf(file)).toEqual({ code: 'BULK_FILE_UNREADABLE', message });
});

test('the delimiter is found in a long file whose header has a line break, though the sample ends in a quoted cell', () => {
  const cell = `"${'line, and; more\n'.repeat(1_500)}"`;
  const { columns, rows } = read(`"long\nname",b\n${`${cell},2\n`.repeat(5)}`);
  expect(columns).toEqual(['long\nname', 'b']);
  expect(rows).toHaveLength(5);
});

test('a file has at most 10,000 rows, bad ones included', () => {
  const csv = (rows: number) => `a\n${'b\n'.repeat(rows)}`;
  expect(read(csv(10_000)).rows).toHaveLength(10_000);
  const jsonl = (rows: number) => `{"a":1}\n${'[]\n'.repeat(rows - 1)}`;
  expect(read(jsonl(10_000)).badRows).toHaveLength(9_999);
  const sheet = (rows: number) =>
    workbook(`<row>${text('a')}</row>${'<row><c><v>1</v></c></row>'.repeat(rows)}`);
  expect(read(sheet(10_000)).rows).toHaveLength(10_000);
  for (const file of [csv(10_001), jsonl(10_001), sheet(10_001)])
    expect(problemOf(file)).toEqual({
      code: 'BULK_TOO_MANY_ROWS',
      message: 'A bulk file has at most 10,000 rows. Split it.',
    });
});

test('keys that are empty or repeated, and rows over 1 MiB, are named', () => {
  const { badRows } = read(`sku,text\nA,1\n,2\nA,3\nB,${'x'.repeat(1024 * 1024)}\n`, { keyColumn: 'sku' });
  expect(badRows).toEqual([
    { line: 3, column: 'sku', message: 'The key is empty.', value: null },
    { line: 4, column: 'sku', message: 'The key is that of line 2.', value: 'A' },
    {
      ...{ line: 5, column: null, message: 'The row has more than 1 MiB.' },
      value: `{"sku":"B","text":"${'x'.repeat(81)}…`,
    },
  ]);
  expect(problemOf('sku\nA\n', { keyColumn: 'id' }).message).toBe(
    'There is no column “id”. The file has: sku.',
  );
});

test('a JSON array is refused with the form that it should have', () => {
  expect(problemOf(Buffer.from('[{"id": 1}, {"id": 2}]'))).toMatchObject({
    message: 'The file is a JSON array. Write its objects as JSONL: one per line, without the brackets.',
  });
});
