import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stampedStep } from './stamped-step.mjs';

let place: string;
let lines: string[];
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'switchyard-step-'));
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    lines.push(line);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(place, { recursive: true });
});

const run = (fingerprint: string, work = vi.fn(async () => {})) =>
  stampedStep({
    name: 'bake',
    doing: 'baking bread',
    done: 'bread baked',
    stampFile: path.join(place, 'deep', 'stamp'),
    fingerprint: () => fingerprint,
    work,
  }).then(() => work.mock.calls.length);

test('runs once for one fingerprint, again for another, and says so', async () => {
  expect([await run('a'), await run('a'), await run('b')]).toEqual([1, 0, 1]);
  expect(lines).toEqual([
    expect.stringMatching(/^✓ bake {6}bread baked \(\d+\.\d s\)$/),
    '· bake      up to date',
    expect.stringMatching(/^✓ bake/),
  ]);
});

test('work that fails leaves no stamp, not even the one before it', async () => {
  await run('a');
  await expect(run('b', vi.fn().mockRejectedValue(new Error('no flour')))).rejects.toThrow('no flour');
  expect(lines.at(-1)).toMatch(/^✗ bake {6}baking bread failed/);
  expect(await run('a')).toBe(1);
});

test("work that this user can't finish doesn't begin, and the refusal says who must run what", async () => {
  // Root can write everything, but not /proc.
  const work = vi.fn(async () => {});
  const folder = '/proc/self/task';
  const step = stampedStep({
    name: 'install',
    doing: 'installing',
    done: 'installed',
    stampFile: path.join(place, 'stamp'),
    fingerprint: () => 'a',
    work,
    replaces: { folder, missing: 'The packages are missing', remedy: 'npm ci' },
  });
  await expect(step).rejects.toThrow(
    /^The packages are missing, and this user can't write .+ must run npm ci in /,
  );
  expect(work).not.toHaveBeenCalled();
});
