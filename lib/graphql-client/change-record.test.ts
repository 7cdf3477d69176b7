import { expect, test, vi } from 'vitest';
import { changeRecord } from './change-record';

const seen = { name: 'Umbra', etag: 1 };
type Stored = typeof seen;

const change = (make: () => Promise<Stored>, read: () => Promise<Stored>) => {
  const show = vi.fn();
  const meanwhile = (before: Stored, after: Stored) =>
    before.name === after.name ? null : `Meanwhile ${after.name}.`;
  const isMade = ({ name }: Stored) => name === 'Ours';
  return { show, outcome: changeRecord(seen, { make, read, show, isMade, meanwhile }) };
};
const lost = async () => {
  throw new Error('Not saved.');
};

test('a change that is made is shown, and nothing is read', async () => {
  const made = { name: 'Ours', etag: 2 };
  const read = vi.fn();
  const { show, outcome } = change(async () => made, read);
  expect(await outcome).toBe(made);
  expect(show.mock.calls).toEqual([[made]]);
  expect(read).not.toHaveBeenCalled();
});

test('where it fails, the record is read again and what changed meanwhile is told', async () => {
  const theirs = { name: 'Theirs', etag: 2 };
  const { show, outcome } = change(lost, async () => theirs);
  await expect(outcome).rejects.toThrow('Not saved. Meanwhile Theirs.');
  expect(show.mock.calls).toEqual([[theirs]]);
});

test('a change whose answer was lost counts as made', async () => {
  const ours = { name: 'Ours', etag: 2 };
  const { outcome } = change(lost, async () => ours);
  expect(await outcome).toBe(ours);
});

test('where it cannot be read again either, the record stays and the reason is told alone', async () => {
  const { show, outcome } = change(lost, lost);
  await expect(outcome).rejects.toThrow(/^Not saved\.$/);
  expect(show.mock.calls).toEqual([[seen]]);
});
