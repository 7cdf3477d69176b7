import { expect, test } from 'vitest';
import { storageLine, storageSentence } from './storage-meter';

const MiB = 1024 * 1024;
const used = { storedBytes: 12.4 * MiB, maxStoredBytes: 256 * MiB };
const full = { ...used, storedBytes: 256 * MiB };

test('a line says how much of the storage is used, and what a full one means', () => {
  expect([used, full].map(storageLine)).toEqual([
    'Storage: 12.4 MiB of 256 MiB.',
    'Storage: 256 MiB of 256 MiB. New workflows are refused until jobs expire or are deleted.',
  ]);
  expect(storageSentence(used)).toBe('input and outputs of jobs');
});
