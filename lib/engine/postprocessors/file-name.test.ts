import { describe, expect, test } from 'vitest';
import { freeFileName, safeFileName } from './file-name';

describe('a file gets a name that every system takes', () => {
  test.each([
    ['report.docx', 'report.docx'],
    ['Größe – 数据 😀.csv', 'Größe – 数据 😀.csv'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['..\\secret.txt', '-secret.txt'],
    ['C:\\a|b?.txt', 'C--a-b-.txt'],
    ['line\nbreak\u0000.txt', 'line-break-.txt'],
    ['exe.\u202Etxt', 'exe.-txt'],
    [' .hidden. ', 'hidden'],
    ['con', '_con'],
    ['LPT1.txt', '_LPT1.txt'],
    ['console.txt', 'console.txt'],
    ['', 'step'],
    [' .. ', 'step'],
    ['half \ud800.txt', 'half \ufffd.txt'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name, 'step')).toBe(safe);
  });

  test('a long one is cut to 120 characters, and keeps its extension', () => {
    const name = safeFileName(`${'ä'.repeat(300)}.docx`, 'step');
    expect(name).toBe(`${'ä'.repeat(115)}.docx`);
    expect([...safeFileName('😀'.repeat(300), 'step')]).toHaveLength(120);
  });
});

describe('a second file of a name', () => {
  test.each([
    ['a.txt', [], 'a.txt'],
    ['a.txt', ['a.txt'], 'a-2.txt'],
    ['a.txt', ['a.txt', 'a-2.txt'], 'a-3.txt'],
    ['A.TXT', ['a.txt'], 'A-2.TXT'],
    ['readme', ['README'], 'readme-2'],
  ])('%j next to %j is %j', (name, taken, free) => {
    expect(freeFileName(name, taken)).toBe(free);
  });

  test('stays within 120 characters', () => {
    const name = `${'a'.repeat(116)}.txt`;
    expect(freeFileName(name, [name])).toBe(`${'a'.repeat(114)}-2.txt`);
  });
});
