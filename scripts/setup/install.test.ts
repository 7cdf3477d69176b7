import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';

/** A folder with a copy of Node and a fake npm: the real npm may be next to the real Node. */
let tools: string;
let project: string;
const at = (place: string) => path.join(project, place);
const write = (place: string, text: string, mode = 0o644) => {
  mkdirSync(path.dirname(at(place)), { recursive: true });
  writeFileSync(at(place), text, { mode });
};

const lock = { packages: { 'node_modules/better-sqlite3': { version: '1.0.0' } } };
const built = 'module.exports = class { close() {} };';
const builtForAnotherNode = `module.exports = class {
  constructor() { throw Object.assign(new Error('NODE_MODULE_VERSION'), { code: 'ERR_DLOPEN_FAILED' }); }
};`;

/** What npm leaves behind, with a native module that loads or doesn't. */
function installed(module: string) {
  write('node_modules/.package-lock.json', JSON.stringify(lock));
  write('node_modules/better-sqlite3/build/Release/better_sqlite3.node', '');
  write('node_modules/better-sqlite3/index.js', module);
}

/** Lets npm install this native module. */
const npmInstalls = (module: string) => write('new-module.js', module);

const npm = `#!/usr/bin/env node
const fs = require('node:fs');
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/better-sqlite3/build/Release', { recursive: true });
fs.writeFileSync('node_modules/better-sqlite3/build/Release/better_sqlite3.node', '');
fs.copyFileSync('new-module.js', 'node_modules/better-sqlite3/index.js');
fs.writeFileSync('npm-ran', '');
`;

beforeAll(() => {
  tools = realpathSync(mkdtempSync(path.join(tmpdir(), 'switchyard-node-')));
  copyFileSync(process.execPath, path.join(tools, 'node'));
  writeFileSync(path.join(tools, 'npm'), npm, { mode: 0o755 });
});
afterAll(() => rmSync(tools, { recursive: true }));

// A project folder without packages, where another Node is the first on the PATH.
beforeEach(() => {
  project = realpathSync(mkdtempSync(path.join(tmpdir(), 'switchyard-install-')));
  cpSync(path.join(root, 'scripts'), at('scripts'), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', dependencies: { 'better-sqlite3': '1.0.0' } }));
  write('package-lock.json', JSON.stringify(lock));
  write('bin/node', '#!/bin/sh\necho another Node >&2; exit 9\n', 0o755);
  npmInstalls(built);
});
afterEach(() => rmSync(project, { recursive: true }));

/** @returns whether npm ran, and what was printed */
function install() {
  rmSync(at('npm-ran'), { force: true });
  const script = `import { runCommand } from './scripts/console/command.mjs';
    import { install } from './scripts/setup/install.mjs';
    await runCommand(install);`;
  const { status, stdout, stderr } = spawnSync(
    path.join(tools, 'node'),
    ['--input-type=module', '-e', script],
    {
      cwd: project,
      env: { ...process.env, VERBOSE: '', PATH: `${at('bin')}:${process.env.PATH}` },
      encoding: 'utf8',
    },
  );
  return { ran: existsSync(at('npm-ran')), code: status, text: stdout + stderr };
}

describe('the packages', () => {
  test('are installed once, on the Node that runs the command', () => {
    expect(install()).toMatchObject({ ran: true, code: 0 });
    expect(install()).toMatchObject({ ran: false, code: 0, text: expect.stringContaining('up to date') });
  });

  test('that npm ci installed by hand are taken', () => {
    installed(built);
    expect(install()).toMatchObject({ ran: false, code: 0 });
  });

  test('that npm ci installed by hand under another Node are installed again', () => {
    installed(builtForAnotherNode);
    expect(install()).toMatchObject({ ran: true, code: 0 });
    expect(install()).toMatchObject({ ran: false, code: 0 });
  });

  test('that were installed for this Node, and rebuilt by hand for another, are installed again', () => {
    install();
    installed(builtForAnotherNode);
    expect(install()).toMatchObject({ ran: true, code: 0 });
  });

  test('whose stamp is of another Node are installed again', () => {
    install();
    write('node_modules/.switchyard-install', 'of another Node');
    expect(install()).toMatchObject({ ran: true, code: 0 });
  });

  test('that do not load even then are refused in a sentence, at every attempt', () => {
    npmInstalls(builtForAnotherNode);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(install()).toMatchObject({
        ran: true,
        code: 1,
        text: expect.stringMatching(/better-sqlite3 still does not load in Node [\d.]+\. Run/),
      });
  });
});

test('a command that prepares nothing says what is missing', () => {
  const { status, stderr } = spawnSync(process.execPath, [at('scripts/run.mjs'), 'backup'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('The dependencies are not installed. Run npm ci --include=dev.\n');
  expect(status).toBe(1);
});

test('a command checks its arguments before it installs anything', () => {
  const run = (argument: string) =>
    spawnSync(process.execPath, [at('scripts/run.mjs'), 'db-reset', argument], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run db:reset/),
  });
  expect(run('foo')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining("Unexpected argument 'foo'."),
  });
  expect(existsSync(at('node_modules'))).toBe(false);
});
