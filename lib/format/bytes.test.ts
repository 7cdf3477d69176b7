import { expect, test } from 'vitest';
import { formatBytes } from './bytes';

const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

test('bytes are written in the largest unit that leaves at least 1', () => {
  const written = [0, 1, 512, 1023, KiB, 1.5 * KiB, 12.44 * MiB, 256 * MiB, 20 * GiB, 3000 * GiB];
  expect(written.map(formatBytes)).toEqual([
    ...['0 bytes', '1 byte', '512 bytes', '1,023 bytes', '1 KiB', '1.5 KiB'],
    ...['12.4 MiB', '256 MiB', '20 GiB', '2.9 TiB'],
  ]);
});

test('bytes that round up to 1,024 are 1 of the next unit', () => {
  expect([MiB - 1, GiB - 1].map(formatBytes)).toEqual(['1 MiB', '1 GiB']);
  expect(formatBytes(MiB - KiB)).toBe('1,023 KiB');
});
