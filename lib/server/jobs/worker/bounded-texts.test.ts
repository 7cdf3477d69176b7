import { expect, test } from 'vitest';
import { BoundedTexts } from './bounded-texts';

const MiB = 1024 * 1024;
const waiting = (texts: BoundedTexts, accountId: string, bytes: number) => {
  const control = new AbortController();
  const held = { begun: false, release: () => {}, control, error: null as unknown };
  void texts.wait(bytes, { accountId, signal: control.signal }).then(
    (release) => Object.assign(held, { begun: true, release }),
    (error) => Object.assign(held, { error }),
  );
  return held;
};
const settled = () => new Promise(setImmediate);

test('texts of an account and of all accounts have a bound; one text of an account fits, however long, and small ones always do', () => {
  const texts = new BoundedTexts();
  for (const account of ['a', 'b']) {
    expect(texts.hold(account, 8 * MiB)).not.toBeNull();
    expect(texts.hold(account, 8 * MiB)).not.toBeNull();
    expect(texts.hold(account, MiB)).toBeNull();
    expect(texts.hold(account, 16 * 1024)).not.toBeNull();
  }
  expect(texts.hold('c', 9 * MiB)).toBeNull();
  expect(texts.hold('c', 8 * MiB)).not.toBeNull();
  expect(new BoundedTexts().hold('a', 100 * MiB)).not.toBeNull();
});

test("texts that wait for memory get it in turns of their accounts once others release it, and aren't overtaken", async () => {
  const texts = new BoundedTexts();
  const releases = ['a', 'b', 'c', 'd'].map((account) => texts.hold(account, 10 * MiB));
  const [first, second] = [waiting(texts, 'a', 6 * MiB), waiting(texts, 'a', 6 * MiB)];
  const other = waiting(texts, 'e', 14 * MiB);
  await settled();
  expect([first.begun, second.begun, other.begun]).toEqual([false, false, false]);
  releases[1]?.();
  await settled();
  expect([first.begun, second.begun, other.begun]).toEqual([true, false, false]);
  expect(texts.hold('f', MiB)).toBeNull();
  releases[2]?.();
  await settled();
  expect([second.begun, other.begun]).toEqual([false, true]);
  first.release();
  await settled();
  expect(second.begun).toBe(true);
});

test('a text that is aborted while it waits leaves the queue to the others, and holds no memory', async () => {
  const texts = new BoundedTexts();
  const release = texts.hold('a', 36 * MiB);
  const [first, second] = [waiting(texts, 'b', 20 * MiB), waiting(texts, 'c', 4 * MiB)];
  first.control.abort('canceled');
  await settled();
  expect(first.error).toBe('canceled');
  expect(second.begun).toBe(true);
  const late = waiting(texts, 'd', 20 * MiB);
  late.control.abort('canceled');
  second.release();
  release?.();
  expect(texts.hold('e', 40 * MiB)).not.toBeNull();
});
