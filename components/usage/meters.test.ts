import { expect, test } from 'vitest';
import { storageLine, storageSentence, storageTone } from './meters';

const MiB = 1024 * 1024;
const used = { storedBytes: 12.4 * MiB, maxStoredBytes: 256 * MiB };
const almost = { ...used, storedBytes: 0.95 * 256 * MiB };
/** No job fits, although it isn't full to the byte. */
const full = { ...used, storedBytes: 256 * MiB - 3_000 };

test('storage that leaves hardly space for a job looks full, and says what happens and what to do', () => {
  expect([used, { ...almost, storedBytes: almost.storedBytes - 1 }, almost, full].map(storageTone)).toEqual([
    ...['good', 'good'],
    ...['bad', 'bad'],
  ]);
  expect([used, full].map(storageSentence)).toEqual([
    'what jobs have stored, such as input, files, and outputs',
    "Jobs that don't fit are refused. Delete jobs, wait until they expire, or choose a larger plan.",
  ]);
});

test("a developer, who can't change the plan, is advised to ask an admin", () => {
  expect([used, full].map(storageLine)).toEqual([
    'Storage now: 12.4 MiB of 256 MiB.',
    "Storage now: 256 MiB of 256 MiB. Jobs that don't fit are refused. Delete jobs, wait until they expire, or ask an admin for a larger plan.",
  ]);
});
