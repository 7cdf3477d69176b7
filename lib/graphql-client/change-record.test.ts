import { expect, test, vi } from 'vitest';
import { changeRecord } from './change-record';

const seen = { name: 'Umbra', etag: 1 };
type Stored = typeof seen;

const change = (make: () => Promise<Stored>, read: () => Promise<Stored>) => {
  const show = vi.fn();
  const describeChanges = (before: Stored, after: Stored) =>
    before.name === after.name ? null : `Meanwhile ${after.name}.`;
  const recover = (latest: Stored) => (latest.name === 'Ours' ? latest : undefined);
  return { show, outcome: changeRecord(seen, { make, read, show, recover, describeChanges }) };
};
const lost = async () => {
  throw new Error('Not saved.');
};

test('a change that is made gives its result, and nothing is read', async () => {
  const made = { name: 'Ours', etag: 2 };
  const read = vi.fn();
  const { show, outcome } = change(async () => made, read);
  expect(await outcome).toBe(made);
  expect(show).not.toHaveBeenCalled();
  expect(read).not.toHaveBeenCalled();
});

test('if it fails, the record is read again and shown, and the error says what changed since then', async () => {
  const theirs = { name: 'Theirs', etag: 2 };
  const { show, outcome } = change(lost, async () => theirs);
  await expect(outcome).rejects.toThrow('Not saved. Meanwhile Theirs.');
  expect(show.mock.calls).toEqual([[theirs]]);
});

test('a change whose response was lost counts as made', async () => {
  const ours = { name: 'Ours', etag: 2 };
  const { show, outcome } = change(lost, async () => ours);
  expect(await outcome).toBe(ours);
  expect(show.mock.calls).toEqual([[ours]]);
});

test("if it can't be read again either, the record stays and the error gives the reason alone", async () => {
  const { show, outcome } = change(lost, lost);
  await expect(outcome).rejects.toThrow(/^Not saved\.$/);
  expect(show).not.toHaveBeenCalled();
});

test('a screen that shows apart what changed since then gets the reason alone', async () => {
  const show = vi.fn();
  const theirs = { name: 'Theirs', etag: 2 };
  await expect(changeRecord(seen, { make: lost, read: async () => theirs, show })).rejects.toThrow(
    /^Not saved\.$/,
  );
  expect(show.mock.calls).toEqual([[theirs]]);
});
