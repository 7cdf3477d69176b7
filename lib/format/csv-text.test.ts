import { expect, test } from 'vitest';
import { csvText } from './csv-text';

test('numbers stay as they are, texts are quoted if necessary', () => {
  expect(
    csvText([
      ['template', 'executions'],
      ['a, "b"', 1_204],
      ['日本 🚂', 0],
    ]),
  ).toBe('template,executions\r\n"a, ""b""",1204\r\n日本 🚂,0\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])("%j isn't a formula in a spreadsheet", (name) => {
  expect(csvText([[name]])).toMatch(/^"?'/);
});

test.each(['a\n=1+1', 'a\r=1+1', 'a\r\n=1+1'])("%j doesn't begin a row of its own", (name) => {
  expect(csvText([[name]])).toBe(`"${name}"\r\n`);
});
