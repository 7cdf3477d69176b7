import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';
import { occurrences } from './fault';
import { faults } from './faults';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

test('there are thirty faults, each described once', () => {
  expect(new Set(faults.map(({ what }) => what)).size).toBe(30);
  expect(faults).toHaveLength(30);
});

test.each(faults)('$what: the text that it changes occurs once, and its test exists', (fault) => {
  expect(occurrences(fault, read(fault.file))).toBe(1);
  expect(fault.to).not.toBe(fault.from);
  expect(fault.noticedBy).toMatch(/\.test\.ts$/);
  expect(fault.noticedBy.includes('.screen.')).toBe(fault.test !== undefined);
  expect(read(fault.noticedBy)).toContain(fault.test ?? 'test');
});
