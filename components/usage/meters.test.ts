import { expect, test } from 'vitest';
import { changedLimitSentence, storageLine, storageSentence, storageTone } from './meters';

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

test("a limit that a change of plan made unlike the plan's own says why, and from when it is", () => {
  const limit = {
    maxWorkflows: 93_400,
    wholeMonthMaxWorkflows: 1_000,
    planChangedOn: '2026-11-28',
    resetsOn: '2026-12-01',
  };
  expect(changedLimitSentence(limit)).toBe(
    '93,400 this month, because the plan changed on Nov 28; 1,000 from December.',
  );
  for (const same of [{ maxWorkflows: 1_000 }, { maxWorkflows: null }, { planChangedOn: null }])
    expect(changedLimitSentence({ ...limit, ...same })).toBeNull();
});
